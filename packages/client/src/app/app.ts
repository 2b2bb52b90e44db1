import type { BootData } from '@parley/shared'
import type { Messages } from '@parley/shared/i18n'
import { Alerts } from '../base/alerts.ts'
import { Clock } from '../base/i18n/clock.ts'
import { RecentDiscussions } from '../base/lists/recent-list.ts'
import { Modals } from '../base/modals.ts'
import { newEntry, Router, withinBase } from '../base/router/router.ts'
import { createComposer } from '../features/composer/create-composer.ts'
import { smallPage } from '../features/frame/small-page.tsx'
import { Arrival } from '../features/session/arrival.ts'
import { openLogIn } from '../features/session/links.ts'
import type { App } from '../points/app.ts'
import { combinePoints, type Points } from '../points/points.ts'
import type { Page } from '../points/routes.ts'
import type { LoadedItems } from '../points/screen-slots.ts'
import { collectSources, type ExtensionFault, type InstalledExtension } from '../points/sources.ts'
import { Api } from '../store/api.ts'
import { browserStorage } from '../store/browser-storage.ts'
import { Changes } from '../store/changes.ts'
import { Connection } from '../store/connection/connection.ts'
import { Store } from '../store/store.ts'
import { coreFeatures } from './features.ts'

/** The combined declarations of the core and the enabled extensions. Depends on the enabled ids only. */
export interface Assembly {
  points: Points
  faults: readonly ExtensionFault[]
}

/**
 * Combines the declarations of the core and of the enabled extensions.
 * @param loaded slot items that screens have loaded before.
 */
export function assemble(
  installed: readonly InstalledExtension[],
  enabled: readonly string[],
  loaded?: LoadedItems,
): Assembly {
  const faults: ExtensionFault[] = []
  const sources = collectSources(coreFeatures, installed, enabled)
  const points = combinePoints(sources, (extension, error) => faults.push({ extension, error }), loaded)
  return { points, faults }
}

export interface AppOptions {
  boot: BootData
  assembly: Assembly
  messages: Messages
  /** Path and query of the page, with the base path. */
  address: { pathname: string; search: string }
}

/** Creates the app for an address. Its router must `boot` before the app renders. */
export function createApp({ boot, assembly, messages, address }: AppOptions): App {
  const { resourceTypes, ...declared } = assembly.points
  const store = new Store()
  for (const type of resourceTypes) store.register(type)
  for (const resource of boot.resources) store.pushResource(resource)
  const forum = store.get('forums', '1')
  if (forum === undefined) throw new Error('The boot data contain no record of the forum.')
  const clock = new Clock({ locale: boot.locale, messages, now: boot.now })
  const { translator } = clock.state
  const alerts = new Alerts(translator.t)
  const connection = new Connection({ apiUrl: forum.apiUrl, build: boot.build })
  const { userId } = boot.session
  const url = withinBase(address, forum.basePath) ?? '/'
  const router = new Router(newEntry(url), () => app)
  const sessionUserId = userId === 0 ? undefined : String(userId)
  const app: App = {
    ...declared,
    routes: declared.routes.withHome(forum.defaultRoute),
    boot: withoutDocuments(boot),
    store,
    router,
    api: new Api({
      apiUrl: forum.apiUrl,
      csrfToken: boot.session.csrfToken,
      userId: sessionUserId,
      onRequest: (isBackground) => {
        if (!isBackground) alerts.dismissRequestErrors()
        return connection.trackRequest()
      },
      onSession: (id) =>
        connection.setSession(id === sessionUserId ? 'same' : id === undefined ? 'ended' : 'other'),
    }),
    connection,
    alerts,
    modals: new Modals({
      loadConfirm: async () => (await import('../ui/modals/ConfirmDialog.tsx')).ConfirmDialog,
      load: (code) => connection.load(code),
      onLoadFailed: (error, retry) => void alerts.showError(error, retry),
    }),
    composer: createComposer(
      () => app,
      sessionUserId,
      (target) => openLogIn(app, { target }),
    ),
    changes: new Changes(),
    arrival: new Arrival(),
    recentDiscussions: new RecentDiscussions(browserStorage('sessionStorage')),
    clock,
    translator,
    t: translator.t,
    forum,
    userId: sessionUserId,
    href: (path) => forum.basePath + path,
    reportFailure: (extension, error) => reportFailure(app, extension, error),
  }
  return app
}

/**
 * Shows the first page: what the server has written, or the screen of the address.
 * @returns whether it has everything that it needs; otherwise `router.reload` loads the rest.
 */
export function bootPage(
  { boot, router }: App,
  pages: ReadonlyMap<string, Page>,
  documents: Readonly<Record<string, unknown>>,
): boolean {
  if (boot.smallPage === undefined) return router.boot(pages, documents)
  router.bootWith(smallPage)
  return true
}

// Drops the documents, which are as large as the page: the store holds their resources.
function withoutDocuments({ documents: _, apiDocument: __, ...boot }: BootData): App['boot'] {
  return boot
}

const reported = new WeakMap<App, Set<string>>()

/** Reports each extension once: an item of a list fails in every row. */
function reportFailure(app: App, extension: string, error: unknown): void {
  const extensions = reported.get(app) ?? new Set()
  if (extensions.has(extension)) return
  reported.set(app, extensions.add(extension))
  console.error(`The extension "${extension}" failed:`, error)
  const user = app.userId === undefined ? undefined : app.store.get('users', app.userId)
  if (user?.isAdmin !== true) return
  const text = app.t('core.lib.error.extension_initialiation_failed_message', { extension })
  app.alerts.show(text, { tone: 'danger' })
}
