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
  /** Undefined until the statement has returned rows. */
  toRow: RowMaker | undefined
}

/** Makes a row object from the values of its columns. */
export type RowMaker = (values: unknown[]) => object

/** The result of a query: each row is an array of values in the order of the columns. */
export interface Table {
  columns: readonly Column[]
  rows: unknown[][]
}

interface Column {
  name: string
  isBoolean: boolean
}

/** State that the connections of one database share. */
export interface SqliteActivity {
  queries: number
  /** Whether a statement has changed the schema since the statement caches were cleared. */
  schemaChanged: boolean
}

/** One connection: runs statements synchronously and caches prepared ones. */
export class SqliteConnection implements TransactionConnection {
  readonly #database: DatabaseSync
  readonly #activity: SqliteActivity
  readonly #cache = new BoundedMap<string, Prepared>(CACHED_STATEMENTS)
  readonly #controlStatements = new Map<string, StatementSync>()
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

  /** Number of cached prepared statements. */
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
    let statement = this.#controlStatements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#controlStatements.set(sql, statement)
    }
    statement.run()
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(sql, parameters)
  }

  /** Runs one statement synchronously. */
  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    this.#activity.queries += 1
    try {
      const prepared = this.#prepare(sql)
      const values = parameters.map(toSqlValue)
      if (prepared.returnsRows) return { rows: readRows<R>(prepared, values) }
      const { changes } = prepared.statement.run(...values)
      if (prepared.changesSchema) this.#activity.schemaChanged = true
      return { rows: [], numAffectedRows: BigInt(changes) }
    } catch (error) {
      throw this.#withIndexName(error)
    }
  }

  /**
   * Calls `run`, which runs a statement of `WatchedSelects`, and calls `examine` for each row that the statement examines.
   * If `examine` throws, the statement ends.
   */
  watch<T>(examine: () => void, run: () => T): T {
    this.#examine = examine
    try {
      return run()
    } finally {
      this.#examine = undefined
    }
  }

  /** Whether `table` is a table whose rows have a `rowid`. */
  hasRowId(table: string): boolean {
    this.#rowIdTables ??= new Set(
      this.#database
        .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' and wr = 0")
        .all()
        .map(({ name }) => String(name)),
    )
    return this.#rowIdTables.has(table)
  }

  /** Runs a query and returns its columns and unconverted values. */
  readTable(sql: string, parameters: readonly unknown[]): Table {
    this.#activity.queries += 1
    const { statement } = this.#prepare(sql)
    const rows = statement.all(...parameters.map(toSqlValue)) as unknown as unknown[][]
    return { rows, columns: columnsOf(statement) }
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed; read them page by page')
  }

  /** Clears the cache of prepared statements, whose columns may be stale after a change of the schema. */
  forgetStatements(): void {
    this.#cache.clear()
    this.#rowIdTables = undefined
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const cached = this.#cache.get(sql)
    if (cached) return cached
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

  // SQLite names the columns of a violated index, PostgreSQL the index: adds the name of the index.
  #withIndexName(error: unknown): unknown {
    const code = sqliteCode(error)
    if ((code !== UNIQUE && code !== PRIMARY_KEY) || !(error instanceof Error)) return error
    const detail = error.message.replace(/^UNIQUE constraint failed: /, '')
    const index = /^index '(.*)'$/.exec(detail)?.[1]
    return Object.assign(error, { constraint: index ?? this.#uniqueIndexOf(detail) })
  }

  /** The name of the unique index over `table.a, table.b`, as PostgreSQL names it where it has none of its own. */
  #uniqueIndexOf(columns: string): string {
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
  // Only after the statement ran: SQLite prepares it again then if the schema has changed.
  prepared.toRow ??= rowMaker(columnsOf(prepared.statement))
  return rows.map(prepared.toRow) as R[]
}

function columnsOf(statement: StatementSync): Column[] {
  return statement.columns().map(({ name, type }) => ({ name, isBoolean: type?.toLowerCase() === 'boolean' }))
}

/**
 * Compiles a function that makes row objects. All rows then have one hidden class, which is much faster to read than the
 * dictionary-mode objects that `node:sqlite` returns.
 */
export function rowMaker(columns: readonly Column[]): RowMaker {
  const members = columns.map(({ name, isBoolean }, index) => {
    const value = `values[${index}]`
    return `${JSON.stringify(name)}: ${isBoolean ? `${value} === null ? null : ${value} === 1` : value}`
  })
  return new Function('values', `return { ${members.join(', ')} }`) as RowMaker
}

function toSqlValue(value: unknown): SQLInputValue {
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

/** Returns the name of a violated unique index, which `SqliteConnection` has added to the error. */
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

/** Whether a statement failed because another process is writing. */
export function isSqliteBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code !== undefined && (code & 0xff) === BUSY
}
