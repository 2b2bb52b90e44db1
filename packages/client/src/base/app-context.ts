import type { BootData } from '@parley/shared'
import type { Translator } from '@parley/shared/i18n'
import { createContext, type ReactNode, useContext } from 'react'
import type { Api } from '../store/api.ts'
import type { Changes } from '../store/changes.ts'
import type { Connection } from '../store/connection/connection.ts'
import type { StoreRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import type { Alerts } from './alerts.ts'
import type { Composer } from './composer/composer.ts'
import type { Clock } from './i18n/clock.ts'
import type { RecentDiscussions } from './lists/recent-list.ts'
import type { Modals } from './modals.ts'
import type { ClientSyntax } from './points/client-syntax.ts'
import type { Gambit } from './points/gambit.ts'
import type { NotificationChannel, NotificationType } from './points/notification-type.ts'
import type { Slots } from './points/screen-slots.ts'
import type { Shortcut } from './points/shortcut.ts'
import type { RouteTable } from './router/route.ts'
import type { Router } from './router/router.ts'

/** Shared state of one rendering of the forum: one per request on the server, one per page load in the browser. */
export interface App {
  readonly boot: Omit<BootData, 'documents' | 'apiDocument'>
  readonly store: Store
  readonly api: Api
  /** Whether the forum is reachable, and whether this page's build and session are current. */
  readonly connection: Connection
  readonly router: Router
  readonly routes: RouteTable
  readonly slots: Slots
  /** Relationships that extensions include in lists, by resource type. */
  readonly includes: ReadonlyMap<string, readonly string[]>
  /** Components for event posts, by content type. */
  readonly eventPosts: ReadonlyMap<
    string,
    (props: { post: StoreRecord<'posts'>; content: never }) => ReactNode
  >
  /** Appearance of notifications, by content type. */
  readonly notifications: ReadonlyMap<string, NotificationType<never> & { extension: string | undefined }>
  /** Notification channels, by name. */
  readonly notificationChannels: ReadonlyMap<string, NotificationChannel>
  /** Filters for searches of discussions, by name in lower case. */
  readonly gambits: ReadonlyMap<string, Gambit>
  /** Markup syntaxes of extensions, in the order of the server. */
  readonly syntaxes: readonly (ClientSyntax & { extension: string })[]
  /** Keyboard shortcuts, in the order of the sheet that lists them. */
  readonly shortcuts: readonly Shortcut[]
  readonly alerts: Alerts
  readonly modals: Modals
  /** The editor: `composer.open({ kind: 'reply', discussionId })`. */
  readonly composer: Composer
  readonly changes: Changes
  readonly recentDiscussions: RecentDiscussions
  readonly clock: Clock
  readonly translator: Translator
  readonly t: Translator['t']
  /** The forum's record. In components prefer `useForum`, which follows its changes. */
  readonly forum: StoreRecord<'forums'>
  /** Id of the logged-in user; `undefined` for guests. */
  readonly userId: string | undefined
  /** Prefixes a path with the base path: `href('/all')` is `/forum/all` for a forum under /forum. */
  href(path: string): string
  /** Reports an extension's failure: to the console, and to administrators in an alert. */
  reportFailure(extension: string, error: unknown): void
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp was called outside of the forum (no AppContext).')
  return app
}

/** The translation function: `t('core.forum.log_in.title')`. */
export function useT(): Translator['t'] {
  return useApp().t
}
