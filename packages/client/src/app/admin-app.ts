import { adminFeatures } from '../admin/features.ts'
import { permittedRoutes, withAdminRoutes } from '../admin/frame/admin-routes.ts'
import { combineAdminPages, type ForumExtensionsLoad } from '../points/admin/admin-pages.ts'
import { combineSettingFields } from '../points/admin/setting-fields.ts'
import type { App } from '../points/app.ts'
import type { LoadedItems } from '../points/screen-slots.ts'
import { collectSources, type InstalledExtension } from '../points/sources.ts'
import {
  type AppOptions,
  type Assembly,
  assembleSources,
  createSharedParts,
  type SharedParts,
} from './shared-parts.ts'

/**
 * Combines the declarations of the administration area, of the core and of the enabled extensions.
 * @param loaded slot items that screens have loaded before.
 */
export function assembleAdmin(
  installed: readonly InstalledExtension[],
  enabled: readonly string[],
  loaded?: LoadedItems,
): Assembly {
  return assembleSources(withAdminRoutes(collectSources(adminFeatures, installed, enabled)), loaded)
}

/**
 * Creates the app of the administration area, with the pages that the user may see.
 * @param loadForumExtensions for editors, which only browsers show with their tools.
 */
export function createAdminApp(
  options: AppOptions,
  loadForumExtensions: ForumExtensionsLoad = async () => ({}),
): App {
  const permissions = new Set(options.boot.permissions)
  const mayAdministrate = permissions.has('administrate')
  const pages = combineAdminPages(options.assembly.sources).filter(
    ({ permission }) => mayAdministrate || (permission !== undefined && permissions.has(permission)),
  )
  const shared = createSharedParts(options, () => app)
  const parts: SharedParts = {
    ...shared,
    routes: permittedRoutes(shared.routes, pages),
    admin: {
      pages,
      permissions,
      settingFields: combineSettingFields(options.assembly.sources),
      resourceTypes: options.assembly.points.resourceTypes,
      loadForumExtensions,
    },
  }
  // The other parts of `App` belong to the forum: nothing of the administration area uses them.
  const app = parts as App
  return app
}
