import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccessToken } from '@parley/server/access-tokens'
import type { ReadLimits } from '@parley/server/db/long-reads'
import { createForum, type ForumOptions, type RunningForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'
import { defaultLimits } from '@parley/server/rate-limits'
import { describe, onTestFinished } from 'vitest'
import { ApiClient } from './api-client.ts'
import { TestClock } from './clock.ts'
import { createCoreDatabase, type DatabaseName } from './database/databases.ts'
import { readMails, type SentMail } from './servers/sent-mails.ts'

export interface TestForumOptions extends Partial<Omit<ForumOptions, 'database' | 'now' | 'dataDir'>> {
  /** Kind of database; SQLite unless said otherwise. */
  database?: DatabaseName
  /** Stands still unless the test moves it. */
  clock?: TestClock
  /** Address of an empty PostgreSQL database, where the test needs to know it. */
  databaseUrl?: string
  /** Limits of reads whose cost the request decides, where the test needs others. */
  readLimits?: Partial<ReadLimits>
  /** False for a forum that nobody has set up. */
  installed?: boolean
}

/** What a forum wrote into its log. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error'
  details: object
  message: string
}

/** A forum for one test, with what tests need to know about it. */
export interface TestForum extends RunningForum {
  readonly clock: TestClock
  readonly logged: readonly LogEntry[]
  /** A visitor without account, who keeps no cookies. */
  guest(): ApiClient
  /** A visitor with a browser, that keeps cookies and sends CSRF tokens along. */
  browser(): ApiClient
  /** An account's browser: as `browser`, with a session of its own. */
  browserOf(user: { id: number } | number): Promise<ApiClient>
  /** An account's programs: requests with an access token. */
  as(user: { id: number } | number): Promise<ApiClient>
  /**
   * Every mail sent so far, in order. Runs the jobs that are due first. For forums that keep the mail driver they
   * begin with, which writes files.
   */
  mails(): Promise<SentMail[]>
}

/** Limits that no test reaches. They are not off: that would end the pause between two posts, too. */
const unreached: ForumOptions['rateLimits'] = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, { points: 1e6, seconds: 3600 }]),
)

/** The administrator of test forums, user 1. */
export const admin = { id: 1, username: 'admin', email: 'admin@machine.local', password: 'password' } as const

/**
 * Opens a forum on a fresh database, with the given extensions enabled, set up with `admin`. Call it inside a test:
 * the forum is closed and removed when the test ends. No test reaches a rate limit unless it gives some.
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
  const note = (level: LogEntry['level']) => (details: object, message: string) =>
    void logged.push({ level, details, message })
  const forum = await createForum({
    baseUrl: 'http://localhost',
    rateLimits: unreached,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    ...rest,
    database: {
      ...(await placeOf(options)),
      ...(readLimits && { readLimits }),
    },
    dataDir,
    now: clock.now,
  })
  onTestFinished(() => forum.close())
  if (installed) await install(forum)
  return Object.defineProperties(forum, {
    clock: { value: clock },
    logged: { value: logged },
    guest: { value: () => new ApiClient(forum) },
    browser: { value: () => new ApiClient(forum, { keepsCookies: true }) },
    browserOf: { value: (user: { id: number } | number) => browserOf(forum, user) },
    as: { value: (user: { id: number } | number) => clientFor(forum, user) },
    mails: { value: () => forum.settled().then(() => readMails(dataDir)) },
  }) as TestForum
}

async function placeOf({ database = 'sqlite', databaseUrl }: TestForumOptions) {
  if (databaseUrl !== undefined) return { url: databaseUrl }
  return database === 'sqlite' ? { file: ':memory:' } : { url: await createCoreDatabase() }
}

/** Declares the same suite for a forum on every database. */
export function eachTestForum(
  suite: (open: (options?: TestForumOptions) => Promise<TestForum>, name: DatabaseName) => void,
): void {
  for (const database of ['sqlite', 'postgres'] as const) {
    describe(database, () => suite((options) => createTestForum({ ...options, database }), database))
  }
}

async function install(forum: RunningForum): Promise<void> {
  await installForum(forum.asSystem(), {
    title: 'Test forum',
    adminUsername: admin.username,
    adminEmail: admin.email,
    adminPassword: admin.password,
  })
  await forum.rebuild()
}

async function clientFor(forum: RunningForum, user: { id: number } | number): Promise<ApiClient> {
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
