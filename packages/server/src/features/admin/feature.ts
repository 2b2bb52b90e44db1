import { defineExtension } from '../../points/extension.ts'
import { adminPageRoutes } from './admin-pages.ts'
import { cacheRoute } from './cache-route.ts'
import { extensionRoutes } from './extension-routes.ts'

/** Administration: what only those with the permission `administrate` reach. */
export const adminFeature = defineExtension({
  permissions: { administrate: {} },
  routes: [...extensionRoutes, cacheRoute, ...adminPageRoutes],
})
