import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { BoundedMap } from '../bounded-map.ts'
import type { TransactionConnection } from '../transaction.ts'
import { examineFunction } from './watched-selects.ts'

const CACHED_STATEMENTS = 500
// Extended result codes, https://sqlite.org/rescode.html
const UNIQUE = 2067
const PRIMARY_KEY = 1555
const FOREIGN_KEY = 787
const TRIGGER = 1811
const BUSY = 5

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
  changesSchema: boolean
  /** Makes a row of its values, once rows have been read. */
  toRow: RowMaker | undefined
}

/** Makes a row of its values. */
export type RowMaker = (values: unknown[]) => object

/** Rows as SQLite has them: values in the order of the columns. */
export interface Table {
  columns: readonly Column[]
  rows: unknown[][]
}

interface Column {
  name: string
  isBoolean: boolean
}

/** What the connections of one database tell each other. */
export interface SqliteActivity {
  queries: number
  /** A statement that changed tables has run since the caches were emptied. */
  schemaChanged: boolean
}

/** One connection: runs statements at once and keeps them prepared. */
export class SqliteConnection implements TransactionConnection {
  readonly #database: DatabaseSync
  readonly #activity: SqliteActivity
  readonly #cache = new BoundedMap<string, Prepared>(CACHED_STATEMENTS)
  readonly #controls = new Map<string, StatementSync>()
  #examine: (() => void) | undefined
  #rowIdTables: ReadonlySet<string> | undefined

  constructor(file: string, options: { readOnly: boolean; timeout: number }, activity: SqliteActivity) {
    this.#database = new DatabaseSync(file, {
      readOnly: options.readOnly,
      timeout: options.timeout,
      enableForeignKeyConstraints: true,
      enableDoubleQuotedStringLiterals: false,
    })
    this.#activity = activity
    this.#database.function(examineFunction, (_rowId) => {
      this.#examine?.()
      return 1
    })
  }

  /** Number of statements kept prepared. */
  get cached(): number {
    return this.#cache.size
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  configure(pragmas: readonly string[]): void {
    for (const pragma of pragmas) this.#database.exec(`pragma ${pragma}`)
  }

  control(sql: string): void {
    let statement = this.#controls.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#controls.set(sql, statement)
    }
    statement.run()
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(sql, parameters)
  }

  /** Runs one statement, here and now. */
  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    this.#activity.queries += 1
    try {
      const prepared = this.#prepare(sql)
      const values = parameters.map(toBound)
      if (prepared.returnsRows) return { rows: readRows<R>(prepared, values) }
      const { changes } = prepared.statement.run(...values)
      if (prepared.changesSchema) this.#activity.schemaChanged = true
      return { rows: [], numAffectedRows: BigInt(changes) }
    } catch (error) {
      throw this.#named(error)
    }
  }

  /**
   * Runs a statement in `run` and calls `examine` for each row that its watched selects examine. What `examine` throws
   * ends the statement.
   */
  watch<T>(examine: () => void, run: () => T): T {
    this.#examine = examine
    try {
      return run()
    } finally {
      this.#examine = undefined
    }
  }

  /** Whether this is a table whose rows have a `rowid`. */
  hasRowId(table: string): boolean {
    this.#rowIdTables ??= new Set(
      this.#database
        .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' and wr = 0")
        .all()
        .map(({ name }) => String(name)),
    )
    return this.#rowIdTables.has(table)
  }

  /** What a statement reads, as it is. */
  readTable(sql: string, parameters: readonly unknown[]): Table {
    this.#activity.queries += 1
    const { statement } = this.#prepare(sql)
    const rows = statement.all(...parameters.map(toBound)) as unknown as unknown[][]
    return { rows, columns: columnsOf(statement) }
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed; read them page by page')
  }

  /** Drops prepared statements, whose columns may be out of date after a change of the schema. */
  forgetStatements(): void {
    this.#cache.clear()
    this.#rowIdTables = undefined
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#cache.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    const prepared: Prepared = {
      statement,
      returnsRows: statement.columns().length > 0,
      changesSchema: /^\s*(create|alter|drop)\b/i.test(sql),
      toRow: undefined,
    }
    if (!prepared.changesSchema) this.#cache.set(sql, prepared)
    return prepared
  }

  // SQLite names the columns of a violated index, PostgreSQL the index: say the same on both.
  #named(error: unknown): unknown {
    const code = sqliteCode(error)
    if ((code !== UNIQUE && code !== PRIMARY_KEY) || !(error instanceof Error)) return error
    const detail = error.message.replace(/^UNIQUE constraint failed: /, '')
    const index = /^index '(.*)'$/.exec(detail)?.[1]
    return Object.assign(error, { constraint: index ?? this.#indexOver(detail) })
  }

  #indexOver(columns: string): string {
    const names = columns.split(', ').map((column) => column.slice(column.lastIndexOf('.') + 1))
    const table = columns.slice(0, columns.indexOf('.'))
    const found = this.#database
      .prepare(
        `select name, origin from pragma_index_list(?) as list where list."unique" = 1 and
         (select group_concat(name, ', ') from (select name from pragma_index_info(list.name) order by seqno)) = ?`,
      )
      .get(table, names.join(', '))
    if (found?.origin === 'c') return String(found.name)
    return found?.origin === 'u' ? `${table}_${names.join('_')}_key` : `${table}_pkey`
  }
}

function readRows<R>(prepared: Prepared, values: SQLInputValue[]): R[] {
  const rows = prepared.statement.all(...values) as unknown as unknown[][]
  // Only now: after a change of the schema SQLite prepares a statement again when it runs.
  prepared.toRow ??= rowMaker(columnsOf(prepared.statement))
  return rows.map(prepared.toRow) as R[]
}

function columnsOf(statement: StatementSync): Column[] {
  return statement.columns().map(({ name, type }) => ({ name, isBoolean: type?.toLowerCase() === 'boolean' }))
}

/**
 * A function that makes an object of a row's values. It is compiled for the columns: all rows then share one shape,
 * which everything that reads them is faster for, by far, than the dictionaries that SQLite would give.
 */
export function rowMaker(columns: readonly Column[]): RowMaker {
  const members = columns.map(({ name, isBoolean }, index) => {
    const value = `values[${index}]`
    return `${JSON.stringify(name)}: ${isBoolean ? `${value} === null ? null : ${value} === 1` : value}`
  })
  return new Function('values', `return { ${members.join(', ')} }`) as RowMaker
}

function toBound(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1 : 0
    default:
      if (value === null || value instanceof Uint8Array) return value
      throw new TypeError(`A value of type ${value instanceof Date ? 'Date' : typeof value} cannot be stored`)
  }
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}

/** The name that `SqliteConnection` found for a violated unique index. */
export function sqliteUniqueViolation(error: unknown): string | undefined {
  const code = sqliteCode(error)
  if ((code !== UNIQUE && code !== PRIMARY_KEY) || !(error instanceof Error)) return undefined
  return 'constraint' in error ? String(error.constraint) : error.message
}

export function isSqliteForeignKeyViolation(error: unknown): boolean {
  const code = sqliteCode(error)
  // `on delete restrict` is a trigger inside SQLite.
  return code === FOREIGN_KEY || (code === TRIGGER && /FOREIGN KEY/.test(String(error)))
}

/** Whether another process is writing. */
export function isSqliteBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code !== undefined && (code & 0xff) === BUSY
}
