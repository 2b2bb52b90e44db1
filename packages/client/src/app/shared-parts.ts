import type { BootDocuments, PageBoot } from '@parley/shared'
import type { Messages } from '@parley/shared/i18n'
import { Alerts } from '../base/alerts.ts'
import { Clock } from '../base/i18n/clock.ts'
import { loadAgain } from '../base/load-again.ts'
import { Modals } from '../base/modals.ts'
import { Realtime } from '../base/realtime/realtime.ts'
import { newEntry, Router, withinBase } from '../base/router/router.ts'
import type { App } from '../points/app.ts'
import { combinePoints, type Points } from '../points/points.ts'
import type { Page } from '../points/routes.ts'
import type { LoadedItems } from '../points/screen-slots.ts'
import type { ExtensionFault, Source } from '../points/sources.ts'
import { Api } from '../store/api.ts'
import { Changes } from '../store/changes.ts'
import { Connection } from '../store/connection/connection.ts'
import { Store } from '../store/store.ts'

/** The combined declarations of the core and the enabled extensions. Depends on the enabled ids only. */
export interface Assembly {
  points: Points
  /** What was combined. */
  sources: readonly Source[]
  faults: readonly ExtensionFault[]
}

/** Combines declarations. @param loaded slot items that screens have loaded before. */
export function assembleSources(sources: readonly Source[], loaded?: LoadedItems): Assembly {
  const faults: ExtensionFault[] = []
  const points = combinePoints(sources, (extension, error) => faults.push({ extension, error }), loaded)
  return { points, sources, faults }
}

export interface AppOptions {
  boot: PageBoot
  assembly: Assembly
  messages: Messages
  /** Path and query of the page, with the base path. */
  address: { pathname: string; search: string }
}

/** The parts of the app that every bundle of the client has. */
export type SharedParts = Omit<App, 'composer' | 'firstVisit' | 'recentDiscussions'>

/** Creates the parts that every bundle has. `app` returns the finished app. */
export function createSharedParts(
  { boot, assembly, messages, address }: AppOptions,
  app: () => App,
): SharedParts {
  const { resourceTypes, ...declared } = assembly.points
  const store = new Store()
  for (const type of resourceTypes) store.register(type)
  for (const resource of boot.resources) store.pushResource(resource)
  const forum = store.get('forums', '1')
  if (forum === undefined) throw new Error('The boot data contain no record of the forum.')
  const clock = new Clock({ locale: boot.locale, messages, now: boot.now })
  const { translator } = clock.state
  const alerts = new Alerts(translator.t, (error, retry) => void loadAgain(app(), error, retry))
  const connection = new Connection({ apiUrl: forum.apiUrl, build: boot.build })
  const { userId } = boot.session
  const url = withinBase(address, forum.basePath) ?? '/'
  const sessionUserId = userId === 0 ? undefined : String(userId)
  return {
    ...declared,
    boot: withoutDocuments(boot),
    store,
    router: new Router({ ...newEntry(url), requestedAt: 0 }, app),
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
    changes: new Changes(),
    realtime: new Realtime(),
    clock,
    translator,
    t: translator.t,
    forum,
    userId: sessionUserId,
    href: (path) => forum.basePath + path,
    reportFailure: (extension, error) => reportFailure(app(), extension, error),
  }
}

/**
 * Shows the first page: what the server has written, as `smallPage`, or the screen of the address.
 * @returns whether it has everything that it needs; otherwise `router.reload` loads the rest.
 */
export function bootPage(
  { boot, router }: App,
  pages: ReadonlyMap<string, Page>,
  documents: Readonly<Record<string, unknown>>,
  smallPage?: Page,
): boolean {
  if (boot.smallPage === undefined || smallPage === undefined) return router.boot(pages, documents)
  router.bootWith(smallPage)
  return true
}

// Drops the documents, which are as large as the page: the store holds their resources.
function withoutDocuments(boot: PageBoot & Partial<BootDocuments>): PageBoot {
  const { documents: _, apiDocument: __, apiRequest: ___, ...rest } = boot
  return rest
}

const reported = new WeakMap<App, Set<string>>()

/** Reports each extension once: an item of a list fails in every row. */
function reportFailure(app: App, extension: string, error: unknown): void {
  const extensions = reported.get(app) ?? new Set()
  if (extensions.has(extension)) return
  reported.set(app, extensions.add(extension))
  console.error(`The extension "${extension}" failed:`, error)
  if (!import.meta.env.SSR) {
    import('./error-report.ts').then(
      ({ sendErrorReport }) => sendErrorReport(app.api, extension, error),
      () => {},
    )
  }
  const user = app.userId === undefined ? undefined : app.store.get('users', app.userId)
  if (user?.isAdmin !== true) return
  const text = app.t('core.lib.error.extension_initialiation_failed_message', { extension })
  app.alerts.show(text, { tone: 'danger' })
}
