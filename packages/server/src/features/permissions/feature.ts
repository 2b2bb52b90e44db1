import { defineExtension } from '../../points/extension.ts'
import { exportRoute, importRoute } from './file-routes.ts'
import { groupDeletionRoute } from './group-deletion.ts'
import { overviewRoute } from './overview-route.ts'
import { permissionRoute } from './permission-route.ts'
import { whyRoute } from './why/why-route.ts'

/** Permissions: who holds them, why, and their files. */
export const permissionsFeature = defineExtension({
  routes: [permissionRoute, overviewRoute, groupDeletionRoute, exportRoute, importRoute, whyRoute],
})
