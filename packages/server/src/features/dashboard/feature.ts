import { defineExtension } from '../../points/extension.ts'
import { coreChecks } from './checks.ts'
import { dashboardRoute } from './route.ts'

/** The dashboard of administrators: checks of the installation, and its state. */
export const dashboardFeature = defineExtension({ checks: coreChecks, routes: [dashboardRoute] })
