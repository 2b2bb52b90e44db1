import type { BodyLimits } from '../engine/http/bodies/incoming-bodies.ts'
import type { DrainLimits } from '../engine/http/bodies/unread-bodies.ts'
import type { ClientBuild } from '../engine/page/client-build.ts'
import type { MigrationProgress } from '../infrastructure/db/migrations/migrate.ts'
import type { OpenOptions } from '../infrastructure/db/open.ts'
import type { GivenKeys } from '../infrastructure/keys/keys.ts'
import type { Budgets } from '../infrastructure/limits/budget.ts'
import type { Limit, LimitName } from '../infrastructure/limits/rate-limits.ts'
import type { Network } from '../infrastructure/public-fetch.ts'
import type { Log } from '../points/context/context.ts'
import type { InstalledExtension } from '../points/extension.ts'
import type { ServerLimits } from './http-server.ts'

/** How a forum runs. */
export interface ForumOptions {
  database: OpenOptions
  /** For uploaded files, and for keys that are not given. */
  dataDir: string
  /** From the environment. */
  keys?: GivenKeys
  /** Takes the keys at hand although the database was used with others. */
  adoptKeys?: boolean
  /** Where visitors find the forum; without trailing slash. */
  baseUrl: string
  extensions?: readonly InstalledExtension[]
  host?: string
  port?: number
  /** The clock, also in place of that of the database unless `database` has one; tests set it. */
  now?: () => Date
  rateLimits?: Partial<Record<LimitName, Limit>> | 'off'
  /** Tests have smaller ones. */
  budgets?: Budgets
  /** How other sites are reached; tests have their own. */
  network?: Network
  log?: Log
  debug?: boolean
  /** Address of the mail server, `smtp://user:password@host:587`; wins over the settings. */
  smtpUrl?: string
  /** Answers everything with 503. */
  isOffline?: boolean
  /** Proxies whose `X-Forwarded-For` is believed. */
  trustProxy?: string
  /** Hosts, with their port unless it is the usual one, to which logging out may lead; none but the forum's unless said. */
  redirectDomains?: readonly string[]
  /** How much of what visitors send is kept in memory at the same time. */
  bodyLimits?: Partial<BodyLimits>
  /** How long the server waits for visitors, and for how many. */
  listenerLimits?: Partial<ServerLimits>
  /** How much of a body that is refused is received before its answer. */
  drainLimits?: Partial<DrainLimits>
  /** Draws the pages; without it the forum is an API. */
  client?: ClientBuild
  /** Off, guests' pages are drawn anew every time. */
  pageCache?: 'on' | 'off'
  /** Off, answers go out as they are: a proxy compresses them. */
  compression?: 'on' | 'off'
  /** Told before each migration that runs. */
  onMigration?: MigrationProgress
}
