import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccessToken } from '@parley/server/access-tokens'
import type { ReadLimits } from '@parley/server/db/long-reads'
import { features } from '@parley/server/features'
import { createForum, type ForumOptions, type RunningForum } from '@parley/server/forum'
import { describe, onTestFinished } from 'vitest'
import { isRunOfAll } from './all-tests.ts'
import { ApiClient } from './api-client.ts'
import { TestClock } from './clock.ts'
import { createCoreDatabase, type DatabaseName } from './database/databases.ts'
import { openSetUpDatabase, setUp, setUpKind } from './database/set-up.ts'
import { readMails, type SentMail } from './servers/sent-mails.ts'

export interface TestForumOptions extends Partial<Omit<ForumOptions, 'database' | 'now' | 'dataDir'>> {
  /** SQLite by default. */
  database?: DatabaseName
  /** By default a new clock, which stands still unless the test advances it. */
  clock?: TestClock
  /** URL of an empty PostgreSQL database, for tests that use it directly. */
  databaseUrl?: string
  /** Overrides limits of reads whose cost depends on the request. */
  readLimits?: Partial<ReadLimits>
  /** False for a forum that is not set up yet. */
  installed?: boolean
}

/** An entry in a forum's log. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error'
  details: object
  message: string
}

/** A forum for one test, with its clock, log and clients. */
export interface TestForum extends RunningForum {
  readonly clock: TestClock
  readonly logged: readonly LogEntry[]
  /** The folder with its files. */
  readonly dataDir: string
  /** A client without account and cookies. */
  guest(): ApiClient
  /** A guest's browser, which stores cookies and sends CSRF tokens. */
  browser(): ApiClient
  /** A browser with a new session of an account. */
  browserOf(user: { id: number } | number): Promise<ApiClient>
  /** A client that sends an access token of an account. */
  as(user: { id: number } | number): Promise<ApiClient>
  /**
   * Runs the due jobs and returns all mails sent so far, in order. Works with the default mail driver, which writes
   * files.
   */
  mails(): Promise<SentMail[]>
}

/** Limits of the core that no test reaches. They are not off, as that would also disable the throttle between two posts. */
const highLimits: ForumOptions['rateLimits'] = Object.fromEntries(
  features
    .flatMap(({ declaration }) => Object.keys(declaration.rateLimits ?? {}))
    .map((name) => [name, { points: 1e6, seconds: 3600 }]),
)

/**
 * Creates a forum on an empty database, set up with `admin` and with the given extensions enabled. Call it inside a
 * test: the forum is closed and removed when the test ends. The default rate limits are out of reach.
 */
export async function createTestForum(options: TestForumOptions = {}): Promise<TestForum> {
  const {
    clock = new TestClock(),
    installed = true,
    database: _,
    databaseUrl: __,
    readLimits,
    ...rest
  } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const logged: LogEntry[] = []
  const record = (level: LogEntry['level']) => (details: object, message: string) =>
    void logged.push({ level, details, message })
  const kind = isUsual(options, clock) ? setUpKind(options.extensions ?? []) : undefined
  const forum = await createForum({
    baseUrl: 'http://localhost',
    rateLimits: highLimits,
    log: { info: record('info'), warn: record('warn'), error: record('error') },
    ...rest,
    database: {
      ...(kind === undefined
        ? await databaseOptions(options)
        : await openSetUpDatabase(options.database ?? 'sqlite', kind, {
            dataDir,
            extensions: options.extensions ?? [],
          })),
      ...(readLimits && { readLimits }),
    },
    dataDir,
    now: clock.now,
  })
  onTestFinished(() => forum.close())
  if (installed && kind === undefined) await setUp(forum)
  return Object.defineProperties(forum, {
    clock: { value: clock },
    logged: { value: logged },
    dataDir: { value: dataDir },
    guest: { value: () => new ApiClient(forum) },
    browser: { value: () => new ApiClient(forum, { keepsCookies: true }) },
    browserOf: { value: (user: { id: number } | number) => browserOf(forum, user) },
    as: { value: (user: { id: number } | number) => tokenClientOf(forum, user) },
    mails: { value: () => forum.settled().then(() => readMails(dataDir)) },
  }) as TestForum
}

/** Whether setting this forum up stores what setting any other one up with the same extensions stores. */
function isUsual(options: TestForumOptions, clock: TestClock): boolean {
  const { installed = true, databaseUrl, keys, adoptKeys, onMigration, isSafeMode } = options
  const isSpecial = databaseUrl !== undefined || keys || adoptKeys || onMigration || isSafeMode
  return installed && !isSpecial && +clock.now() === +new TestClock().now()
}

async function databaseOptions({ database = 'sqlite', databaseUrl }: TestForumOptions) {
  if (databaseUrl !== undefined) return { url: databaseUrl }
  return createCoreDatabase(database)
}

/** A suite that opens its forums on one database. */
type ForumSuite = (open: (options?: TestForumOptions) => Promise<TestForum>, name: DatabaseName) => void

/**
 * Declares a suite for a forum on SQLite, and on PostgreSQL if all tests run. For tests of what hardly depends on the
 * database; others use `onBothDatabases`.
 */
export function eachTestForum(suite: ForumSuite): void {
  declareSuite('sqlite', suite)
  if (isRunOfAll) declareSuite('postgres', suite)
}

/**
 * Declares the same suite for a forum on SQLite and on PostgreSQL, in every run. For tests of queries, plans, locks,
 * deletion and of who sees what.
 */
export function onBothDatabases(suite: ForumSuite): void {
  declareSuite('sqlite', suite)
  declareSuite('postgres', suite)
}

function declareSuite(database: DatabaseName, suite: ForumSuite): void {
  describe(database, () => suite((options) => createTestForum({ ...options, database }), database))
}

async function tokenClientOf(forum: RunningForum, user: { id: number } | number): Promise<ApiClient> {
  return new ApiClient(forum, { token: await sessionToken(forum, user) })
}

async function browserOf(forum: RunningForum, user: { id: number } | number): Promise<ApiClient> {
  const browser = new ApiClient(forum, { keepsCookies: true })
  browser.cookies.parley_session = `${'s'.repeat(40)}.${await sessionToken(forum, user)}`
  await browser.get('/api')
  return browser
}

async function sessionToken(forum: RunningForum, user: { id: number } | number): Promise<string> {
  const userId = typeof user === 'number' ? user : user.id
  const { token } = await forum.current.database.transaction((db) =>
    createAccessToken(db, { userId, type: 'session', now: forum.current.now() }),
  )
  return token
}
