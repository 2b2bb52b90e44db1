import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Dialect } from '../database.ts'
import type { Tables } from '../tables.ts'
import type { Migration } from './migrations.ts'

/** A column that migrations add to a table of another owner. */
interface AddedColumn {
  table: string
  column: string
  /** The literal that the column has by default, as SQL; undefined without one. */
  default: string | undefined
}

/** What migrations make. */
export interface CreatedTables {
  tables: readonly string[]
  columns: readonly AddedColumn[]
}

/**
 * Returns the tables and columns that migrations make. Runs them against a connection that only records their statements,
 * so no database changes. A migration that depends on data may stop early: then what it recorded so far counts.
 */
export async function createdTables(
  dialect: Dialect,
  migrations: Readonly<Record<string, Migration>>,
): Promise<CreatedTables> {
  const recorded: string[] = []
  const db = recordingDatabase(recorded)
  for (const [, migration] of Object.entries(migrations).sort(([a], [b]) => (a < b ? -1 : 1))) {
    await migration.up({ db, dialect }).catch(() => {})
  }
  return replay(recorded)
}

const name = /["`]?(\w+)["`]?/.source
const statements = {
  create: new RegExp(`^\\s*create\\s+(?:virtual\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?${name}`, 'i'),
  drop: new RegExp(`^\\s*drop\\s+table\\s+(?:if\\s+exists\\s+)?${name}`, 'i'),
  rename: new RegExp(`^\\s*alter\\s+table\\s+${name}\\s+rename\\s+to\\s+${name}`, 'i'),
  addColumn: new RegExp(`^\\s*alter\\s+table\\s+${name}\\s+add\\s+(?:column\\s+)?${name}(.*)$`, 'is'),
  dropColumn: new RegExp(`^\\s*alter\\s+table\\s+${name}\\s+drop\\s+(?:column\\s+)?${name}`, 'i'),
}
const literal = /\bdefault\s+(-?\d+|true|false|'[^']*')/i

function replay(recorded: readonly string[]): CreatedTables {
  const tables = new Set<string>()
  const columns = new Map<string, AddedColumn>()
  for (const sql of recorded) {
    const [kind, match] = matchOf(sql) ?? []
    const [, table = '', second = '', rest = ''] = match ?? []
    if (kind === 'create') tables.add(table)
    if (kind === 'drop') tables.delete(table)
    if (kind === 'rename' && tables.delete(table)) tables.add(second)
    if (kind === 'dropColumn') columns.delete(`${table}.${second}`)
    if (kind === 'addColumn' && !tables.has(table))
      columns.set(`${table}.${second}`, { table, column: second, default: literal.exec(rest)?.[1] })
  }
  return { tables: [...tables], columns: [...columns.values()] }
}

function matchOf(sql: string): [keyof typeof statements, RegExpExecArray] | undefined {
  for (const [kind, pattern] of Object.entries(statements)) {
    const match = pattern.exec(sql)
    if (match) return [kind as keyof typeof statements, match]
  }
  return undefined
}

function recordingDatabase(recorded: string[]): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery({ sql }: CompiledQuery) {
      recorded.push(sql)
      return { rows: [] }
    },
    streamQuery() {
      throw new Error('Migrations read no streams')
    },
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}
