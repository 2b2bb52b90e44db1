import type { PageBoot } from '@parley/shared'
import type { Translator } from '@parley/shared/i18n'
import type { Api } from '../store/api.ts'
import type { Changes } from '../store/changes.ts'
import type { Connection } from '../store/connection/connection.ts'
import type { StoreRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'

/** The type of the forum's record, and that of the session's user: every page has them. */
export const forumType = 'forums'
export const sessionUserType = 'users'

/**
 * Shared state of one rendering of the forum: one per request on the server, one per page load in the browser.
 * Extension points and the parts of higher layers add themselves in their own files:
 * `declare module '…' { interface App { readonly router: Router } }`.
 */
export interface App {
  readonly boot: PageBoot
  readonly store: Store
  readonly api: Api
  /** Whether the forum is reachable, and whether this page's build and session are current. */
  readonly connection: Connection
  readonly changes: Changes
  readonly translator: Translator
  readonly t: Translator['t']
  /** The forum's record. In components prefer `useForum`, which follows its changes. */
  readonly forum: StoreRecord<typeof forumType>
  /** Id of the logged-in user; `undefined` for guests. */
  readonly userId: string | undefined
  /** Prefixes a path with the base path: `href('/all')` is `/forum/all` for a forum under /forum. */
  href(path: string): string
  /** Reports an extension's failure: to the console, and to administrators in an alert. */
  reportFailure(extension: string, error: unknown): void
}
