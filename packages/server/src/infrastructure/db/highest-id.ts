import { sql } from 'kysely'
import type { Queries, Tables } from './tables.ts'

/** The highest id of a table; 0 without rows. */
export async function highestId(db: Queries, table: keyof Tables & string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(db)
  return rows[0]?.id ?? 0
}
