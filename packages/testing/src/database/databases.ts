import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type OpenOptions, openDatabase } from '@parley/server/db'
import { features } from '@parley/server/features'
import { migrate } from '@parley/server/migrate'
import pg from 'pg'
import { describe, inject, onTestFinished } from 'vitest'
import type {} from '../postgres/postgres.ts'
import { restoreState, saveState } from '../postgres/postgres-reset.ts'

export type DatabaseName = Database['dialect']['name']

/** Opens an empty database, which is closed when the test ends. Call it inside a test. */
export type OpenTestDatabase = (readLimits?: OpenOptions['readLimits']) => Promise<Database>

/** Declares the same suite for an empty database of every kind. Every run runs both. */
export function eachDatabase(suite: (open: OpenTestDatabase, name: DatabaseName) => void): void {
  describe('sqlite', () => suite((limits) => openTestDatabase('sqlite', limits), 'sqlite'))
  describe('postgres', () => suite((limits) => openTestDatabase('postgres', limits), 'postgres'))
}

/** Opens an empty database of one kind for the running test. */
export async function openTestDatabase(
  name: DatabaseName,
  readLimits: OpenOptions['readLimits'] = {},
): Promise<Database> {
  const place = name === 'sqlite' ? { file: ':memory:' } : { url: await createPostgresDatabase() }
  const database = await openDatabase({ ...place, readLimits })
  onTestFinished(() => database.close())
  return database
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const unknownDatabase = '3D000'
const inUse = new Set<string>()

/** The migrations of the core's features, in their order. */
export const coreMigrations = features.map(({ id, declaration }) => ({
  owner: id,
  migrations: declaration.migrations ?? {},
}))

let serverUrl: Promise<string> | undefined

/** The URL of the run's PostgreSQL server, without a database name. The first call of the run starts the server. */
export function postgresUrl(): Promise<string> {
  serverUrl ??= startServer()
  return serverUrl
}

async function startServer(): Promise<string> {
  const answer = await fetch(inject('postgresStarter'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** Provides an empty PostgreSQL database for the running test and returns its URL. */
export async function createPostgresDatabase(): Promise<string> {
  const { url } = await acquireDatabase('empty', async (client) => {
    await recreateSchema(client)
    return true
  })
  return url
}

/** Provides a database with the schema of the core for the running test. */
export function createCoreDatabase(name: DatabaseName): Promise<OpenOptions> {
  return createFilledDatabase(name, 'core', async (place) => {
    const database = await openDatabase(place)
    await migrate(database, coreMigrations)
    await database.close()
  })
}

const sqliteContents = new Map<string, Promise<Uint8Array>>()

/**
 * Provides the running test with a database that holds what `fill` stores in an empty one. Fills only a few, and copies or
 * restores them for later tests.
 * @param kind names what `fill` stores
 */
export async function createFilledDatabase(
  name: DatabaseName,
  kind: string,
  fill: (place: OpenOptions) => Promise<void>,
): Promise<OpenOptions> {
  if (name === 'sqlite') {
    const content = sqliteContents.get(kind) ?? makeSqliteContent(fill)
    sqliteContents.set(kind, content)
    return { file: ':memory:', content: await content }
  }
  const { url, isNew } = await acquireDatabase(kind, restoreState)
  if (isNew) {
    await fill({ url })
    await withClient(url, saveState)
  }
  return { url }
}

async function makeSqliteContent(fill: (place: OpenOptions) => Promise<void>): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  try {
    const file = join(folder, 'forum.sqlite')
    await fill({ file })
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Reserves a database for the running test. Creating one takes 200 ms, so the tests of one worker share a pool.
 * @param restore makes a used database as good as new, or returns false if it cannot; then the database becomes empty.
 */
async function acquireDatabase(
  kind: string,
  restore: (client: pg.Client) => Promise<boolean>,
): Promise<{ url: string; isNew: boolean }> {
  const server = await postgresUrl()
  const worker = process.env.VITEST_POOL_ID ?? '0'
  let number = 0
  while (inUse.has(`${kind}_${worker}_${number}`)) number += 1
  const name = `${kind}_${worker}_${number}`
  inUse.add(name)
  onTestFinished(() => {
    inUse.delete(name)
  })
  const url = `${server}/${name}`
  try {
    const isRestored = await withClient(url, async (client) => {
      await endOtherConnections(client)
      if (await restore(client)) return true
      await recreateSchema(client)
      return false
    })
    return { url, isNew: !isRestored }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === unknownDatabase)) throw error
  }
  await withClient(`${server}/postgres`, (client) =>
    client.query(`create database ${name} template template0`),
  )
  return { url, isNew: true }
}

/** Terminates all connections to a PostgreSQL database. */
export async function endConnections(url: string): Promise<void> {
  await withClient(url, endOtherConnections)
}

async function endOtherConnections(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

async function recreateSchema(client: pg.Client): Promise<void> {
  await client.query(
    `alter database ${client.database} reset all; drop schema public cascade; create schema public`,
  )
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
