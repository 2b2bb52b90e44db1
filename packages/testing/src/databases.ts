import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '@parley/server/db'
import pg from 'pg'
import { describe, inject, onTestFinished } from 'vitest'

export type DatabaseName = Database['dialect']['name']

/** Opens a fresh, empty database; closed and removed when the test ends. Call it inside a test. */
export type OpenTestDatabase = () => Promise<Database>

/** Declares the same suite for every database. */
export function eachDatabase(suite: (open: OpenTestDatabase, name: DatabaseName) => void): void {
  describe('sqlite', () => suite(() => openTestDatabase('sqlite'), 'sqlite'))
  describe('postgres', () => suite(() => openTestDatabase('postgres'), 'postgres'))
}

/** Opens a fresh, empty database of one kind for the running test. */
export async function openTestDatabase(name: DatabaseName): Promise<Database> {
  const database = await openDatabase(
    name === 'sqlite' ? { file: ':memory:' } : { url: await createPostgresDatabase() },
  )
  onTestFinished(() => database.close())
  return database
}

/** Creates an empty PostgreSQL database for the running test and returns its address. */
export async function createPostgresDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name} template template0`)
  onTestFinished(() => onServer(server, `drop database ${name} with (force)`))
  return `${server}/${name}`
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
