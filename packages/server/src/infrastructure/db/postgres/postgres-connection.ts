import { createHash } from 'node:crypto'
import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import type { TransactionConnection } from '../transaction.ts'

const NAMED_STATEMENTS = 500
// Object ids of types, https://www.postgresql.org/docs/current/catalog-pg-type.html
const INT8 = 20
const NUMERIC = 1700
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184
const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** State that the connections of one database share. */
export class PostgresActivity {
  queries = 0
  readonly #names = new Map<string, string>()

  /**
   * Returns the name of the prepared statement for `sql`; undefined beyond the limit, since the server keeps prepared
   * statements in every connection.
   */
  nameOf(sql: string): string | undefined {
    const existing = this.#names.get(sql)
    if (existing !== undefined || this.#names.size >= NAMED_STATEMENTS) return existing
    const name = `p_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`
    this.#names.set(sql, name)
    return name
  }
}

/** One connection of the pool, checked out for one statement or one transaction. */
export class PostgresConnection implements TransactionConnection {
  /** Id of the server process behind the connection. */
  readonly processId: number
  readonly #client: pg.PoolClient
  readonly #activity: PostgresActivity
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: pg.PoolClient, activity: PostgresActivity) {
    // Missing in the types: https://node-postgres.com/apis/client
    this.processId = (client as pg.PoolClient & { processID: number }).processID
    this.#client = client
    this.#activity = activity
  }

  async control(sql: string): Promise<void> {
    await this.#serialize(() => this.#client.query(sql))
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#serialize(async () => {
      this.#activity.queries += 1
      const values = query.parameters.map(checkValue)
      const name = this.#activity.nameOf(query.sql)
      const result = await this.#client.query({ ...(name && { name }), text: query.sql, values })
      const numAffectedRows = CHANGING.has(result.command) ? BigInt(result.rowCount ?? 0) : undefined
      return { rows: result.rows, ...(numAffectedRows !== undefined && { numAffectedRows }) }
    })
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed; read them page by page')
  }

  #serialize<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run)
    this.#last = result.catch(() => {})
    return result
  }
}

// Accepts the values that SQLite accepts, and arrays of ids.
function checkValue(value: unknown): unknown {
  if (value === undefined || (typeof value === 'object' && value !== null && !isPlainValue(value))) {
    throw new TypeError(`A value of type ${value instanceof Date ? 'Date' : typeof value} cannot be stored`)
  }
  return value
}

function isPlainValue(value: object): boolean {
  return Array.isArray(value) || value instanceof Uint8Array
}

/** Parses values into what SQLite returns: numbers for every integer and numeric, ISO strings for times. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === TIMESTAMPTZ || oid === TIMESTAMP) return toIso
    return pg.types.getTypeParser(oid, format)
  },
}

// `text` is like `2024-01-02 03:04:05.6+00`: the session's time zone is UTC.
function toIso(text: string): string {
  const time = text.endsWith('+00') ? text.slice(0, -3) : text
  const [seconds = '', fraction = ''] = time.split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
