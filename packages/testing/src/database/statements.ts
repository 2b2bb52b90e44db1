import type { Database } from '@parley/server/db'
import { PostgresConnection } from '@parley/server/db/postgres-connection'
import { SqliteConnection } from '@parley/server/db/sqlite-connection'
import { SqliteThread } from '@parley/server/db/sqlite-thread'
import { CompiledQuery, sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestForum } from '../test-forum.ts'

/** The select statements of a request, by the administrator if not by `user`, when caches are warm. */
export async function selectsOf(
  forum: TestForum,
  path: string,
  user: { id: number } = { id: 1 },
): Promise<CompiledQuery[]> {
  const client = await forum.as(user)
  await client.get(path)
  const statements = await statementsOf(forum, async () => {
    const { status } = await client.get(path)
    expect({ path, status }).toEqual({ path, status: 200 })
  })
  return statements.filter(({ sql: text }) => /^\s*(select|with)/i.test(text))
}

/** All statements that run during `work`. What runs before it in the background has ended. */
export async function statementsOf(forum: TestForum, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  await forum.settled()
  const spies = [PostgresConnection, SqliteConnection, SqliteThread].map((connection) =>
    vi.spyOn(connection.prototype, 'executeQuery'),
  )
  try {
    await work()
    return spies.flatMap((spy) => spy.mock.calls.map(([query]) => query))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

interface PlanOptions {
  /** Planner methods to disable in PostgreSQL, such as `seqscan`, which it prefers for small tables. */
  without?: readonly string[]
  /** Makes PostgreSQL run the statement and report the number of rows read (`explain analyze`). */
  run?: boolean
}

/** The query plan of a statement, one step per line. */
export function planOf(
  database: Database,
  { sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  { without = [], run = false }: PlanOptions = {},
): Promise<string> {
  const isSqlite = database.dialect.name === 'sqlite'
  const prefix = isSqlite ? 'explain query plan' : run ? 'explain (analyze, timing off)' : 'explain'
  return database.transaction(async (db) => {
    if (!isSqlite) await disablePlannerMethods(db, without)
    const explained = CompiledQuery.raw(`${prefix} ${text}`, [...parameters])
    const { rows } = await db.executeQuery<Record<string, unknown>>(explained)
    return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
  })
}

/** Disables planner methods of PostgreSQL until the transaction ends: `seqscan` sets `enable_seqscan = off`. */
export async function disablePlannerMethods(db: Database['read'], methods: readonly string[]): Promise<void> {
  for (const method of methods) await sql`set local ${sql.ref(`enable_${method}`)} = off`.execute(db)
}
