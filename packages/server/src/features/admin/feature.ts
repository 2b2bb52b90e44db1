import { defineExtension } from '../../points/extension.ts'
import { adminPageRoutes } from './admin-pages.ts'
import { cacheRoute } from './cache-route.ts'
import { extensionRoutes } from './extension-routes.ts'

/** Administration, which requires the permission `administrate`. */
export const adminFeature = defineExtension({
  permissions: { administrate: {} },
  routes: [...extensionRoutes, cacheRoute, ...adminPageRoutes],
})
