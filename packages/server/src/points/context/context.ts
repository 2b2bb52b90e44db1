import type { BootData, SmallPage } from '@parley/shared'
import type { Markup } from '@parley/shared/markup'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import type { FileStore } from '../../infrastructure/files/file-store.ts'
import type { Keys } from '../../infrastructure/keys/keys.ts'
import type { Budgets } from '../../infrastructure/limits/budget.ts'
import type { Connection, Visitor } from '../../infrastructure/limits/fair-queue.ts'
import { addressKey, type RateLimits } from '../../infrastructure/limits/rate-limits.ts'
import type { Network } from '../../infrastructure/public-fetch/network.ts'
import type { CacheOwner } from '../../infrastructure/request-cache.ts'
import type { VisitedHosts } from '../../infrastructure/visited-hosts.ts'
import type { TablesInMemory } from '../access/memory-tables.ts'
import type { EventName, Events } from '../events/event-types.ts'
import type { InstalledExtension } from '../extension.ts'
import type { Points } from '../extension-point.ts'
import type { ExtensionHealth } from '../health/extension-health.ts'
import type { RealtimeData, RealtimeEventName } from '../realtime/realtime-events.ts'
import type { Session } from '../requests/session.ts'
import type { Row } from '../resources/resource-rows.ts'
import type { SettingValues } from '../settings/setting-types.ts'
import type { Unit } from '../statistics/periods.ts'
import type { Actor, Grants, Rules } from './actor.ts'
import type { GuestIdentity } from './guest-identity.ts'

/** A running forum, with the services that requests, jobs and commands use. */
export interface Forum {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** The path part of the base URL, '' at a domain's root. */
  readonly basePath: string
  /** The base path without that of a view of the forum as another: files are there, and where the view ends. */
  readonly rootPath: string
  /** Hosts besides the forum's own to which a request may ask to be redirected. */
  readonly redirectDomains: readonly string[]
  readonly version: string
  readonly debug: boolean
  /** The folder of all files. */
  readonly dataDir: string
  /** Address of the mail server; undefined if the settings choose the mail driver. */
  readonly smtpUrl?: string
  readonly database: Database
  /** The combined declarations of features and extensions. */
  readonly points: Points
  readonly settings: SettingValues
  readonly grants: Grants
  /** The tables that extensions keep in memory. */
  readonly tables: TablesInMemory
  readonly secrets: Secrets
  /** Uploaded files, served below `/assets`. */
  readonly files: FileStore
  /** The markup language of posts. */
  readonly markup: Markup
  /** The markup languages of other texts, by kind. */
  readonly markupKinds: ReadonlyMap<string, Markup>
  /** Default locale. */
  readonly locale: string
  /** Codes of the locales that have texts. */
  readonly locales: ReadonlySet<string>
  readonly rateLimits: RateLimits
  /** The budgets that bound the memory of responses. */
  readonly budgets: Budgets
  /** The access to other sites. */
  readonly network: Network
  /** Whether guests' pages are cached; false for load tests. */
  readonly cachesPages: boolean
  /** The hosts at which visitors reach the forum; absent where no requests are answered. */
  readonly visitedHosts?: VisitedHosts
  /** Whether responses are compressed if clients accept that; false if a proxy does it. */
  readonly compresses: boolean
  /**
   * Whether only administrators are served, and jobs wait: an extension that should be enabled is not loaded, and it may
   * be one that keeps things private.
   */
  readonly isForAdministratorsOnly: boolean
  readonly extensions: Extensions
  readonly log: Log
  /** The renderer of pages; absent if the forum is only an API. */
  readonly pages?: PageService
  /** The clock; tests set it. */
  now(): Date
  /** Returns the text of a locale key in the forum's or the given locale. */
  translate(key: string, params?: Record<string, unknown>, locale?: string): string
  /** Runs `work` in a transaction; `afterCommit` effects run when it is durable. */
  write<T>(context: Context, work: (context: WriteContext) => Promise<T>): Promise<T>
  /** Reloads settings, permissions and tables in memory. Call it when a change of them is durable. */
  reload(): Promise<void>
  /** Tracks `work` that goes on after the response: logs its failure as one of `what`; `close` waits for it. */
  inBackground(what: string, work: Promise<unknown>): void
  /** Runs due jobs immediately. */
  wakeJobs(): void
}

/**
 * The extensions. They can be enabled and disabled while the forum runs; requests in flight finish with the old build.
 * A change that is impossible throws a `ForumError` with the reason, and changes nothing. The audit log records the actor
 * of the given context.
 */
export interface Extensions {
  readonly installed: readonly InstalledExtension[]
  /** Ids of the enabled extensions that work. */
  readonly enabled: readonly string[]
  /** Ids of the extensions that should be enabled. */
  readonly requested: readonly string[]
  /** Extensions that should be enabled and failed. */
  readonly faults: readonly ExtensionFault[]
  /** What this process has measured. */
  readonly health: ExtensionHealth
  readonly safeMode: SafeMode
  /** Starts or leaves the safe mode, for all processes. Throws 409 if the environment of this process sets it. */
  setSafeMode(isOn: boolean, context: Context): Promise<void>
  /** Throws 404 if it is not installed and 409 if it requires disabled extensions; does nothing if it is enabled. */
  enable(id: string, context: Context): Promise<void>
  /** Throws 404 if it is not installed and 409 if enabled extensions require it; does nothing if it is disabled. */
  disable(id: string, context: Context): Promise<void>
  /**
   * Disables it and deletes what it has stored; does nothing if it is not installed. With `backup`, resolves with the file
   * to which its data was written before. After a crash `resumePurges` ends the work.
   */
  purge(id: string, context: Context, options?: { backup?: boolean }): Promise<ExtensionBackup | undefined>
  /** Ends what purges have begun. */
  resumePurges(): Promise<void>
  /** Builds the forum again, from the files and the database. */
  rebuild(): Promise<void>
}

/** An extension that should be enabled and failed. */
export interface ExtensionFault {
  id: string
  reason: string
  /** Whether it may be one that hides things from visitors. */
  mayHide: boolean
}

/** Whether the forum runs without third-party extensions; `forced` by the environment. */
export type SafeMode = 'off' | 'on' | 'forced'

/** A file with the data of an extension, as gzipped JSON lines. */
export interface ExtensionBackup {
  file: string
  rows: number
}

/** Renders the pages of the client. */
export interface PageService {
  /** Style sheets of the client, below the base path. */
  readonly styles: readonly string[]
  /** Version of the client: changes with its files and with the enabled extensions. */
  readonly build: string
  /** What browsers may keep of the client: it changes with `build` only. */
  readonly files: ClientFiles
  /**
   * Returns a script that an extension declares: `pwa/worker`.
   * @throws Error for one that no enabled extension declares, or that is not built.
   */
  script(name: string): ClientScript
  /** Whether the client has a screen at this path below the base path. */
  has(path: string): Promise<boolean>
  render(context: Context, page: PageRequest): Promise<FinishedPage>
}

/** Files of the client, below the base path. */
export interface ClientFiles {
  /** Scripts and style sheets that every page needs. */
  readonly shell: readonly string[]
  /** Code of the forum's pages that is loaded on demand. */
  readonly chunks: readonly string[]
  /** The chunks with the texts of a language, by its code. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/** A script of an extension: its address below the base path, and its text. */
export interface ClientScript {
  readonly address: string
  readonly text: string
}

export interface PageRequest {
  /** Path and query, with the base path. */
  url: string
  /** Absent for a page that is the same for all guests: it has no CSRF token. */
  session?: Session
  /** The page will be cached, for which it needs cache tags. */
  isCached?: true
  /** The failed form that the page shows again. */
  form?: NonNullable<BootData['form']>
  /** Shown in place of the screen of `url`. */
  smallPage?: SmallPage
  /** A page of another bundle than the forum's: only the client's own styles apply to it. */
  area?: PageArea
}

/** An area of pages with a bundle of its own. */
export interface PageArea {
  /** Name of the bundle. */
  name: string
  /** The permissions of the actor that decide which of the area's pages they see. */
  permissions: readonly string[]
}

export interface FinishedPage {
  status: number
  /** The address to redirect to instead. */
  location?: string
  /** UTF-8. */
  html: Buffer
  /** Cache tags of what the page shows (`engine/page/cache-tags.ts`): a change of one makes the page stale. None unless it is cached. */
  cacheTags: readonly string[]
}

/** The log of the forum. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** The current keys. */
export interface Secrets extends Keys {
  /** Former keys: texts that were signed or sealed with them stay valid. */
  readonly previous: readonly Keys[]
}

/** Returns the rules by which the actors of a forum decide. */
export function rulesOf(forum: Forum): Rules {
  const { points, grants, settings, tables } = forum
  const { policies, privacy, accounts } = points
  return { policies, privacy, accounts, grants, settings, tables, now: () => forum.now() }
}

/** The context of reads. */
export interface Context extends CacheOwner {
  readonly forum: Forum
  readonly actor: Actor
  /** Committed data; inside a transaction, its own view. */
  readonly db: Queries
  readonly now: Date
  readonly locale: string
  /** The cookies of pages (`pageCookies`) that the request has, as far as their values count, by name. */
  readonly cookies?: Readonly<Record<string, string>>
  /** Who the guest is that sent a request to the API; absent for accounts, for pages, for jobs and commands. */
  readonly guest?: GuestIdentity
  /** The origin of the request; absent for jobs and commands. */
  readonly client?: ClientInfo
  /** What runs without a request. */
  readonly process?: 'job' | 'commandLine'
  /** Set where an administrator views the forum as another: such a request stores nothing. */
  readonly viewAs?: ViewAs
  /** The requested change is durable already, so the reads of its answer are never refused. */
  readonly isCommitted?: true
}

/** As which account or group an administrator views the forum. */
export interface ViewAs {
  kind: 'user' | 'group' | 'guest'
  /** Of the account or group, in the viewer's language. */
  name: string
  /** Where the view ends: below the base path of the forum. */
  endPath: string
  /** The row of the account that is made up for a member of a group. */
  madeUpUser?: Row
}

export interface ClientInfo {
  ip: string
  userAgent: string
  /** The client's socket; absent if other requests share the response. */
  connection?: Connection
  /** Id of the access token that authenticates the request, of a session or in a header. */
  accessTokenId?: number
  /** Id of the access token that the session is bound to; absent with `Authorization`, which has no session. */
  sessionTokenId?: number
  /** The request has a valid API key, so throttles do not apply. */
  hasApiKey?: true
  /** Id of the API key that authenticates the request. */
  apiKeyId?: number
}

/** The context of writes: lives as long as its transaction. */
export interface WriteContext extends Context {
  /** Calls the `on` listeners of `name` in this transaction, and the `afterCommit` listeners when it is durable. */
  emit<Name extends EventName>(name: Name, event: Events[Name]): Promise<void>
  /**
   * Defers `change` to the end of the transaction, when all concerned users are locked together, by ascending id:
   * transactions that lock users one by one deadlock. `userIds` may be a function, which is called then. `change` gets the
   * ids of the users that are not deleted. Every change of users goes this way, except of a single user whom the
   * transaction locks first.
   */
  changeUsers(
    userIds: readonly number[] | (() => Promise<readonly number[]>),
    change: (living: ReadonlySet<number>) => Promise<void>,
  ): void
  /**
   * Adds `change` to a declared series of the statistics, in the periods of `units` (all by default) that contain the time
   * `at`. The counts are stored at the end of the transaction, when it holds all other locks.
   */
  count(series: string, at: string, change: number, units?: readonly Unit[]): void
  /**
   * Sends an event of real time when the transaction is durable, to the browsers that follow one of its topics and see its
   * subject then. Its data are ids and small facts.
   */
  publish<Name extends RealtimeEventName>(name: Name, data: RealtimeData<Name>): void
  /** Runs `effect` when the transaction is durable; never if it fails. */
  afterCommit(effect: () => void | Promise<void>): void
}

/** Returns the key of the actor in queues: an account, or the address of a guest. */
export function visitorOf({ actor: shown, client, isCommitted }: Context): Visitor {
  const actor = shown.viewer ?? shown
  const name = actor.isGuest ? `address ${client ? addressKey(client.ip) : ''}` : `account ${actor.id}`
  return {
    name,
    ...(client?.connection && { connection: client.connection }),
    ...(isCommitted && { mustFinish: true }),
  }
}

/** Returns queries on committed data, for statements whose cost depends on the request. @see Database.unbounded */
export function unboundedReads(context: Context): Queries {
  return context.forum.database.unbounded(visitorOf(context))
}

/** Returns a function that translates into the locale of the request. */
export function translatorOf({
  forum,
  locale,
}: Pick<Context, 'forum' | 'locale'>): (key: string, params?: Readonly<Record<string, unknown>>) => string {
  return (key, params) => forum.translate(key, params, locale)
}

/** Returns the time of the context as the database stores it: ISO 8601 with milliseconds. */
export function timestamp(context: Context): string {
  return context.now.toISOString()
}
