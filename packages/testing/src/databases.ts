import { type Database, type OpenOptions, openDatabase } from '@parley/server/db'
import pg from 'pg'
import { describe, inject, onTestFinished } from 'vitest'
import type {} from './postgres.ts'

export type DatabaseName = Database['dialect']['name']

/** Opens a fresh, empty database; closed and removed when the test ends. Call it inside a test. */
export type OpenTestDatabase = (readLimits?: OpenOptions['readLimits']) => Promise<Database>

/** Declares the same suite for every database. */
export function eachDatabase(suite: (open: OpenTestDatabase, name: DatabaseName) => void): void {
  describe('sqlite', () => suite((limits) => openTestDatabase('sqlite', limits), 'sqlite'))
  describe('postgres', () => suite((limits) => openTestDatabase('postgres', limits), 'postgres'))
}

/** Opens a fresh, empty database of one kind for the running test. */
export async function openTestDatabase(
  name: DatabaseName,
  readLimits: OpenOptions['readLimits'] = {},
): Promise<Database> {
  const place = name === 'sqlite' ? { file: ':memory:' } : { url: await createPostgresDatabase() }
  const database = await openDatabase({ ...place, readLimits })
  onTestFinished(() => database.close())
  return database
}

const lent = new Set<string>()

/** Provides an empty PostgreSQL database for the running test and returns its address. */
export async function createPostgresDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  // Creating one takes a fifth of a second, so the tests of one worker, which run in turn, share a few.
  const worker = process.env.VITEST_POOL_ID ?? '0'
  let number = 0
  while (lent.has(`test_${worker}_${number}`)) number += 1
  const name = `test_${worker}_${number}`
  lent.add(name)
  onTestFinished(() => {
    lent.delete(name)
  })
  const isNew = await onServer(`${server}/postgres`, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${name} template template0`)
    return found.rowCount === 0
  })
  if (!isNew) await onServer(`${server}/${name}`, (client) => empty(client, name))
  return `${server}/${name}`
}

/** Ends every connection to a database of PostgreSQL but its own. */
export async function endConnections(url: string): Promise<void> {
  await onServer(url, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  )
}

async function empty(client: pg.Client, name: string): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  )
  await client.query(`alter database ${name} reset all; drop schema public cascade; create schema public`)
}

async function onServer<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
