import { defineExtension } from '../../points/extension.ts'
import { coreCounters } from './core-counters.ts'
import { notificationCounts } from './notification-counts.ts'

/** The counters of the core. */
export const countersFeature = defineExtension({ counters: [...coreCounters, notificationCounts] })
