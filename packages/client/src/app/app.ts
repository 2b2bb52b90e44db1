import { RecentDiscussions } from '../base/lists/recent-list.ts'
import { createComposer } from '../features/composer/create-composer.ts'
import { withListRoutes } from '../features/discussions/index-page/list-routes.ts'
import { FirstVisit } from '../features/session/after-log-in/after-log-in.ts'
import { openLogIn } from '../features/session/links.ts'
import type { App } from '../points/app.ts'
import type { LoadedItems } from '../points/screen-slots.ts'
import { collectSources, type InstalledExtension } from '../points/sources.ts'
import { browserStorage } from '../store/browser-storage.ts'
import { coreFeatures } from './features.ts'
import { type AppOptions, type Assembly, assembleSources, createSharedParts } from './shared-parts.ts'

/**
 * Combines the declarations of the core and of the enabled extensions.
 * @param loaded slot items that screens have loaded before.
 */
export function assemble(
  installed: readonly InstalledExtension[],
  enabled: readonly string[],
  loaded?: LoadedItems,
): Assembly {
  return assembleSources(withListRoutes(collectSources(coreFeatures, installed, enabled)), loaded)
}

/** Creates the app for an address. Its router must `boot` before the app renders. */
export function createApp(options: AppOptions): App {
  const parts = createSharedParts(options, () => app)
  const { alerts, boot, forum, routes, t, userId } = parts
  const app: App = {
    ...parts,
    routes: routes.withHome(forum.defaultRoute),
    composer: createComposer(
      () => app,
      boot.isView ? undefined : userId,
      (target) => {
        if (boot.isView) alerts.show(t('core.lib.error.view_as_message'))
        else openLogIn(app, { target })
      },
    ),
    firstVisit: new FirstVisit(),
    recentDiscussions: new RecentDiscussions(browserStorage('sessionStorage')),
  }
  return app
}
