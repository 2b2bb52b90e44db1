import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Database } from '@parley/server/db'
import { examineFunction } from '@parley/server/db/watched-selects'
import { type CompiledQuery, sql } from 'kysely'

/** How much a statement looked at. */
export interface Examined {
  /** Rows of tables that it read, those that it left out with them. */
  examined: number
  /** Rows that it gave. */
  returned: number
}

/**
 * Runs a statement on the file of a SQLite database and counts the rows of `tables` that it reads. SQLite does not tell;
 * so each table is hidden by a view of the same name, whose condition notes every row before any other is tried.
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
    // Not deterministic, as it says by saying nothing: it is called for every row.
    connection.function('note', () => {
      examined += 1
      return 1
    })
    // What some statements call for every row.
    connection.function(examineFunction, (_rowId) => 1)
    for (const table of tables) {
      connection.exec(
        `create temp view "${table}" as select rowid as rowid, * from main."${table}" where note()`,
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
