import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'

type AnyRow = Readonly<Record<string, unknown>>

const pageSize = 500
/** Blocks of 8 kB that one query reads on PostgreSQL. */
const blocksPerPage = 64

interface RowsWanted {
  /** All columns by default. */
  columns?: readonly string[]
  where?: RawBuilder<SqlBool>
}

/**
 * Reads all rows of a table page by page, in the order in which they are stored: it needs no key, and holds one page in
 * memory. Rows that change meanwhile may be missed or repeated.
 */
export async function* tableRows(
  database: Database,
  table: string,
  { columns, where = sql`true` }: RowsWanted = {},
): AsyncGenerator<AnyRow> {
  const selected = columns ? sql.join(columns.map((column) => sql.ref(column))) : sql`*`
  const pages = database.dialect.name === 'sqlite' ? sqlitePages : postgresPages
  for await (const rows of pages(database, table, { selected, where })) yield* rows
}

interface Page {
  selected: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
}

async function* sqlitePages(
  { slowQueries }: Database,
  table: string,
  { selected, where }: Page,
): AsyncGenerator<AnyRow[]> {
  for (let after = -1; ; ) {
    const { rows } = await sql<AnyRow & { row_position: number }>`
      select rowid as row_position, ${selected} from ${sql.table(table)}
      where rowid > ${after} and (${where}) order by rowid limit ${sql.lit(pageSize)}`.execute(slowQueries)
    yield rows.map(({ row_position: _, ...row }) => row)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.row_position
  }
}

async function* postgresPages(
  { slowQueries }: Database,
  table: string,
  { selected, where }: Page,
): AsyncGenerator<AnyRow[]> {
  const size = await sql<{ blocks: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int as blocks`.execute(
    slowQueries,
  )
  const blocks = size.rows[0]?.blocks ?? 0
  for (let first = 0; first < blocks; first += blocksPerPage) {
    const { rows } = await sql<AnyRow>`
      select ${selected} from ${sql.table(table)}
      where ctid >= ${`(${first},0)`}::tid and ctid < ${`(${first + blocksPerPage},0)`}::tid and (${where})`.execute(
      slowQueries,
    )
    yield rows
  }
}
