import type { BootData } from '@parley/shared'
import type { Markup } from '@parley/shared/markup'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import type { FileStore } from '../../infrastructure/files/file-store.ts'
import type { Keys } from '../../infrastructure/keys/keys.ts'
import type { Budgets } from '../../infrastructure/limits/budget.ts'
import type { Connection, Visitor } from '../../infrastructure/limits/fair-queue.ts'
import { addressKey, type RateLimits } from '../../infrastructure/limits/rate-limits.ts'
import type { Network } from '../../infrastructure/public-fetch.ts'
import type { CacheOwner } from '../../infrastructure/request-cache.ts'
import type { InstalledExtension } from '../extension.ts'
import type { Points } from '../extension-point.ts'
import type { Session } from '../requests/session.ts'
import type { SettingValues } from '../settings/setting-types.ts'
import type { EventName, Events } from '../work/event-types.ts'
import type { Actor, Grants, Rules } from './actor.ts'

/** A running forum, as requests, jobs and commands see it. */
export interface Forum {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** The path part of the base URL, '' at a domain's root. */
  readonly basePath: string
  /** Hosts besides the forum's own that it may send visitors to when they ask for it. */
  readonly redirectDomains: readonly string[]
  readonly version: string
  readonly debug: boolean
  /** For files. */
  readonly dataDir: string
  /** Address of the mail server; undefined where the settings say how mail leaves. */
  readonly smtpUrl?: string
  readonly database: Database
  /** Everything features and extensions declared, combined. */
  readonly points: Points
  readonly settings: SettingValues
  readonly grants: Grants
  readonly secrets: Secrets
  /** Uploaded files, served below `/assets`. */
  readonly files: FileStore
  /** The language of posts. */
  readonly markup: Markup
  /** Default locale. */
  readonly locale: string
  /** Codes of the locales there are texts in. */
  readonly locales: ReadonlySet<string>
  readonly rateLimits: RateLimits
  /** What bounds the memory of answers in the making. */
  readonly budgets: Budgets
  /** How other sites are reached. */
  readonly network: Network
  /** Whether answers are compressed as clients accept; not where a proxy does it. */
  readonly compresses: boolean
  readonly extensions: Extensions
  readonly log: Log
  /** Absent where the forum is an API only. */
  readonly pages?: PageService
  /** The clock; tests set it. */
  now(): Date
  /** The text of a locale key in the forum's or the given locale. */
  translate(key: string, params?: Record<string, unknown>, locale?: string): string
  /** Runs `work` in a transaction; effects declared `afterCommit` follow when it is durable. */
  write<T>(context: Context, work: (context: WriteContext) => Promise<T>): Promise<T>
  /** Reads settings and permissions anew: after a change of them is durable. */
  reload(): Promise<void>
  /** Lets `work` go on behind the answer; its failure is logged, `close` waits for it. */
  inBackground(what: string, work: Promise<unknown>): void
  /** Has jobs that are due begun now rather than soon. */
  wakeJobs(): void
}

/**
 * The extensions, and enabling and disabling them while the forum runs: requests under way finish as they began.
 * Changes throw `ForumError`s that say what stands in the way, and then nothing is changed.
 */
export interface Extensions {
  readonly installed: readonly InstalledExtension[]
  /** Ids of those in effect. */
  readonly enabled: readonly string[]
  /** 404 when it is not installed, 409 when others it requires are not enabled; nothing when it is enabled already. */
  enable(id: string): Promise<void>
  /** 404 when it is not installed, 409 when others require it; nothing when it is not enabled. */
  disable(id: string): Promise<void>
  /** Disables it and takes back what it stored; nothing when it is not installed. */
  purge(id: string): Promise<void>
  /** Puts everything together anew, from the files and the database. */
  rebuild(): Promise<void>
}

/** Renders the pages of the client. */
export interface PageService {
  /** Style sheets of the client, below the base path. */
  readonly styles: readonly string[]
  /** Version of the client: changes with its files and with the enabled extensions. */
  readonly build: string
  /** Whether there is a screen at this path below the base path. */
  has(path: string): Promise<boolean>
  render(context: Context, page: PageRequest): Promise<FinishedPage>
}

export interface PageRequest {
  /** Path and query, with the base path. */
  url: string
  /** Without one the page is for every guest alike: it holds no CSRF token. */
  session?: Session
  /** The failed form that the page shows again. */
  form?: NonNullable<BootData['form']>
}

export interface FinishedPage {
  status: number
  /** Where whoever asks is sent instead of the page. */
  location?: string
  /** UTF-8. */
  html: Buffer
  /** Cache tags of what the page shows (`engine/page/shown.ts`): a change of one makes the page stale. */
  cacheTags: readonly string[]
}

/** Where administrators find what happened. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** The keys in use. */
export interface Secrets extends Keys {
  /** Former keys: what was signed or sealed under them is still accepted. */
  readonly previous: readonly Keys[]
}

/** What the actors of a forum decide by. */
export function rulesOf(forum: Forum): Rules {
  const { points, grants, settings } = forum
  return { policies: points.policies, privacy: points.privacy, grants, settings, now: () => forum.now() }
}

/** What everything that reads gets. */
export interface Context extends CacheOwner {
  readonly forum: Forum
  readonly actor: Actor
  /** Committed data; inside a transaction, its own view. */
  readonly db: Queries
  readonly now: Date
  readonly locale: string
  /** Where the request came from; absent for jobs and commands. */
  readonly client?: ClientInfo
  /** The change that was asked for is durable already: what its answer reads is never refused. */
  readonly isCommitted?: true
}

export interface ClientInfo {
  ip: string
  userAgent: string
  /** Where the answer goes; absent where others wait for the same answer. */
  connection?: Connection
  /** Id of the access token that proves who asks, of a session or in a header. */
  accessTokenId?: number
  /** Id of the access token that the visitor's session is bound to; not with `Authorization`, which has no session. */
  sessionTokenId?: number
  /** The request carries a valid API key: nothing slows it down. */
  hasApiKey?: true
}

/** What everything that changes data gets: lives as long as its transaction. */
export interface WriteContext extends Context {
  /** Tells the listeners of `name`, in this transaction; those `afterCommit` hear it when it is durable. */
  emit<Name extends EventName>(name: Name, event: Events[Name]): Promise<void>
  /**
   * Has `change` made to rows of users at the end of the transaction, when the rows of all users that it concerns are
   * locked together, in the order of their ids: transactions that lock them one by one wait for each other for ever.
   * `userIds` may be asked for then. `change` gets the ids of those that are not deleted. Whatever a transaction changes
   * in users, other than in a single one that it begins with, goes this way.
   */
  changeUsers(
    userIds: readonly number[] | (() => Promise<readonly number[]>),
    change: (living: ReadonlySet<number>) => Promise<void>,
  ): void
  /** Runs once the transaction is durable; not at all when it fails. */
  afterCommit(effect: () => void | Promise<void>): void
}

/** The one who asks, as queues know visitors: members by their account, guests by their address. */
export function visitorOf({ actor, client, isCommitted }: Context): Visitor {
  const name = actor.isGuest ? `address ${client ? addressKey(client.ip) : ''}` : `account ${actor.id}`
  return {
    name,
    ...(client?.connection && { connection: client.connection }),
    ...(isCommitted && { mustFinish: true }),
  }
}

/** Committed data, for statements whose cost the request decides. @see Database.unbounded */
export function unboundedReads(context: Context): Queries {
  return context.forum.database.unbounded(visitorOf(context))
}

/** Texts in the language of whoever asks. */
export function translatorOf({
  forum,
  locale,
}: Pick<Context, 'forum' | 'locale'>): (key: string, params?: Readonly<Record<string, unknown>>) => string {
  return (key, params) => forum.translate(key, params, locale)
}

/** Now, as the database keeps it: ISO 8601 with milliseconds. */
export function timestamp(context: Context): string {
  return context.now.toISOString()
}
