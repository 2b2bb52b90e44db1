import type { BootData } from '@parley/shared'
import type { Messages } from '@parley/shared/i18n'
import { Alerts } from '../base/alerts.ts'
import type { App } from '../base/app-context.ts'
import { Clock } from '../base/i18n/clock.ts'
import { RecentDiscussions } from '../base/lists/recent-list.ts'
import { Modals } from '../base/modals.ts'
import { withErrorBoundary } from '../base/points/error-boundary.tsx'
import { collectSources, type ExtensionFault, type InstalledExtension } from '../base/points/extension.ts'
import type { Gambit } from '../base/points/gambit.ts'
import { type LoadedItems, Slots } from '../base/points/screen-slots.ts'
import type { Shortcut } from '../base/points/shortcut.ts'
import { type Route, RouteTable } from '../base/router/route.ts'
import { newEntry, Router, withinBase } from '../base/router/router.ts'
import { createComposer } from '../features/composer/create-composer.ts'
import { openLogIn } from '../features/session/links.ts'
import { Api } from '../store/api.ts'
import { browserStorage } from '../store/browser-storage.ts'
import { Changes } from '../store/changes.ts'
import { Connection } from '../store/connection/connection.ts'
import { Store } from '../store/store.ts'
import { coreFeatures } from './features.ts'

/** The combined declarations of the core and the enabled extensions. Depends on the enabled ids only. */
export interface Assembly {
  resources: ReadonlySet<string>
  slots: Slots
  routes: RouteTable
  includes: App['includes']
  eventPosts: App['eventPosts']
  notifications: App['notifications']
  notificationChannels: App['notificationChannels']
  gambits: App['gambits']
  syntaxes: App['syntaxes']
  shortcuts: App['shortcuts']
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
  const sources = collectSources(coreFeatures, installed, enabled)
  const resources = new Set<string>()
  const routes = new Map<string, Route>()
  const eventPosts = new Map<string, NonNullable<ReturnType<App['eventPosts']['get']>>>()
  const notifications = new Map<string, NonNullable<ReturnType<App['notifications']['get']>>>()
  const notificationChannels = new Map<string, NonNullable<ReturnType<App['notificationChannels']['get']>>>()
  const gambits = new Map<string, Gambit>()
  const includes = new Map<string, readonly string[]>()
  const syntaxes: App['syntaxes'][number][] = []
  const shortcuts = new Map<string, Shortcut>()
  const faults: ExtensionFault[] = []
  for (const { id, extension } of sources) {
    for (const type of extension.resources ?? []) {
      const error = new Error(`The resource type "${type}" is registered twice.`)
      if (!resources.has(type)) resources.add(type)
      else if (id === undefined) throw error
      else faults.push({ extension: id, error })
    }
    for (const [name, route] of Object.entries(extension.routes ?? {}))
      routes.set(name, { ...route, extension: id })
    for (const [type, names] of Object.entries(extension.includes ?? {}))
      includes.set(type, [...(includes.get(type) ?? []), ...names])
    for (const syntax of extension.markup ?? []) syntaxes.push({ ...syntax, extension: id ?? 'core' })
    for (const [type, component] of Object.entries(extension.eventPosts ?? {}))
      eventPosts.set(type, id === undefined ? component : withErrorBoundary(id, component))
    for (const [name, type] of Object.entries(extension.notifications ?? {}))
      notifications.set(name, { ...type, extension: id })
    for (const [name, shortcut] of Object.entries(extension.shortcuts ?? {})) shortcuts.set(name, shortcut)
    for (const [name, channel] of Object.entries(extension.notificationChannels ?? {}))
      notificationChannels.set(name, channel)
    for (const [name, gambit] of Object.entries(extension.gambits ?? {})) gambits.set(name, gambit)
  }
  const slots = new Slots(sources, (extension, error) => faults.push({ extension, error }), loaded)
  return {
    resources,
    slots,
    routes: new RouteTable(routes),
    includes,
    eventPosts,
    notifications,
    notificationChannels,
    gambits,
    syntaxes,
    shortcuts: [...shortcuts.values()],
    faults,
  }
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
  const store = new Store()
  for (const type of assembly.resources) store.register(type)
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
    routes: assembly.routes.withHome(forum.defaultRoute),
    slots: assembly.slots,
    includes: assembly.includes,
    eventPosts: assembly.eventPosts,
    notifications: assembly.notifications,
    notificationChannels: assembly.notificationChannels,
    gambits: assembly.gambits,
    syntaxes: assembly.syntaxes,
    shortcuts: assembly.shortcuts,
    alerts,
    modals: new Modals({
      loadConfirm: async () => (await import('../ui/modals/ConfirmDialog.tsx')).ConfirmDialog,
      load: (code) => connection.load(code),
      onLoadFailed: (error, retry) => void alerts.showError(error, retry),
    }),
    composer: createComposer(
      () => app,
      sessionUserId,
      () => openLogIn(app),
    ),
    changes: new Changes(),
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
