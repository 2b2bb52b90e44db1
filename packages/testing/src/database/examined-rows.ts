import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Database } from '@parley/server/db'
import { examineFunction } from '@parley/server/db/watched-selects'
import { type CompiledQuery, sql } from 'kysely'

/** How many rows a statement examined and returned. */
export interface Examined {
  /** Table rows that the statement read, including those that it filtered out. */
  examined: number
  /** Rows in the result. */
  returned: number
}

/**
 * Runs a statement on the file of a SQLite database and counts the rows of `tables` that it reads. SQLite has no counter
 * for that, so a view shadows each table, and its condition counts every row before any other condition is evaluated.
 */
export async function examinedRows(
  database: Database,
  tables: Iterable<string>,
  query: CompiledQuery,
): Promise<Examined> {
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(database.read)
  const connection = new DatabaseSync(rows[0]?.file ?? '', { enableDoubleQuotedStringLiterals: false })
  try {
    let examined = 0
    // Not declared deterministic, so SQLite calls it for every row.
    connection.function('count_row', () => {
      examined += 1
      return 1
    })
    // Some statements of the server call this function for every row.
    connection.function(examineFunction, (_rowId) => 1)
    for (const table of tables) {
      connection.exec(
        `create temp view "${table}" as select rowid as rowid, * from main."${table}" where count_row()`,
      )
    }
    const returned = connection.prepare(query.sql).all(...query.parameters.map(toBound)).length
    return { examined, returned }
  } finally {
    connection.close()
  }
}

function toBound(value: unknown): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
}
