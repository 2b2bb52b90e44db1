import type { Database } from '@parley/server/db'
import { PostgresConnection } from '@parley/server/db/postgres-connection'
import { SqliteConnection } from '@parley/server/db/sqlite-connection'
import { SqliteThread } from '@parley/server/db/sqlite-thread'
import { CompiledQuery, sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestForum } from '../test-forum.ts'

/** The select statements that an answer to the first account takes, when it is not the first one. */
export async function selectsOf(forum: TestForum, path: string): Promise<CompiledQuery[]> {
  const client = await forum.as(1)
  await client.get(path)
  await forum.settled()
  const spies = [PostgresConnection, SqliteConnection, SqliteThread].map((connection) =>
    vi.spyOn(connection.prototype, 'executeQuery'),
  )
  const { status } = await client.get(path)
  const statements = spies.flatMap((spy) => spy.mock.calls.map(([query]) => query))
  for (const spy of spies) spy.mockRestore()
  expect([path, status]).toEqual([path, 200])
  return statements.filter(({ sql: text }) => /^\s*(select|with)/i.test(text))
}

interface PlanOptions {
  /** Ways of reading that PostgreSQL is to avoid if it can, `seqscan`: in small tables it would prefer them. */
  without?: readonly string[]
  /** Has PostgreSQL run the statement and say how many rows it read. */
  run?: boolean
}

/** How a database runs a statement, a step a line. */
export function planOf(
  database: Database,
  { sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  { without = [], run = false }: PlanOptions = {},
): Promise<string> {
  const isSqlite = database.dialect.name === 'sqlite'
  const way = isSqlite ? 'explain query plan' : run ? 'explain (analyze, timing off)' : 'explain'
  return database.transaction(async (db) => {
    if (!isSqlite) await avoid(db, without)
    const explained = CompiledQuery.raw(`${way} ${text}`, [...parameters])
    const { rows } = await db.executeQuery<Record<string, unknown>>(explained)
    return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
  })
}

/** Has PostgreSQL avoid some ways of reading until the transaction ends. */
export async function avoid(db: Database['read'], ways: readonly string[]): Promise<void> {
  for (const way of ways) await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(db)
}
