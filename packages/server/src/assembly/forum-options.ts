import type { BodyLimits } from '../engine/http/bodies/incoming-bodies.ts'
import type { DrainLimits } from '../engine/http/bodies/unread-bodies.ts'
import type { ClientBuild } from '../engine/page/client-build.ts'
import type { RealtimeLimits } from '../engine/realtime/realtime.ts'
import type { MigrationProgress } from '../infrastructure/db/migrations/migrate.ts'
import type { OpenOptions } from '../infrastructure/db/open.ts'
import type { GivenKeys } from '../infrastructure/keys/keys.ts'
import type { Budgets } from '../infrastructure/limits/budget.ts'
import type { ChangedLimits } from '../infrastructure/limits/rate-limits.ts'
import type { Network } from '../infrastructure/public-fetch/network.ts'
import type { Log } from '../points/context/context.ts'
import type { InstalledExtension } from '../points/extension.ts'
import type { ServerLimits } from './http-server.ts'

/** Configuration of a forum. */
export interface ForumOptions {
  database: OpenOptions
  /** Folder for uploaded files, and for generated keys. */
  dataDir: string
  /** Keys from the environment. */
  keys?: GivenKeys
  /** Uses the current keys although the database was used with others. */
  adoptKeys?: boolean
  /** Public URL of the forum, without trailing slash. */
  baseUrl: string
  extensions?: readonly InstalledExtension[]
  host?: string
  port?: number
  /** The clock, also of the database unless `database` has its own; tests set it. */
  now?: () => Date
  /** Rate limits that differ from those that are declared. */
  rateLimits?: ChangedLimits
  /** Bounds on memory; tests set smaller ones. */
  budgets?: Budgets
  /** Access to other sites; tests replace it. */
  network?: Network
  log?: Log
  debug?: boolean
  /** URL of the mail server, `smtp://user:password@host:587`; overrides the settings. */
  smtpUrl?: string
  /** Answers all requests with 503. */
  isOffline?: boolean
  /** Starts without third-party extensions, and serves administrators only. */
  isSafeMode?: boolean
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustProxy?: string
  /** Hosts, with a port unless it is the default, to which logging out may redirect besides the forum's own. */
  redirectDomains?: readonly string[]
  /** Bounds on the memory for request bodies. */
  bodyLimits?: Partial<BodyLimits>
  /** Timeouts and numbers of connections. */
  listenerLimits?: Partial<ServerLimits>
  /** Bounds on the browsers that are connected for real time. */
  realtimeLimits?: Partial<RealtimeLimits>
  /** Bounds on receiving a refused body before its answer. */
  drainLimits?: Partial<DrainLimits>
  /** Renders the pages; without it the forum is an API only. */
  client?: ClientBuild
  /** If off, guests' pages are rendered for each request. */
  pageCache?: 'on' | 'off'
  /** If off, answers are not compressed, for use behind a proxy that compresses. */
  compression?: 'on' | 'off'
  /** Called before each migration. */
  onMigration?: MigrationProgress
}
