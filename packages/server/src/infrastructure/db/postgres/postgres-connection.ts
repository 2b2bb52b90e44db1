import { createHash } from 'node:crypto'
import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import type { TransactionConnection } from '../transaction.ts'

const NAMED_STATEMENTS = 500
// Object identifiers of types, https://www.postgresql.org/docs/current/catalog-pg-type.html
const INT8 = 20
const NUMERIC = 1700
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184
const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** What the connections of one database share. */
export class PostgresActivity {
  queries = 0
  readonly #names = new Map<string, string>()

  /**
   * The name under which connections keep a statement prepared; undefined when there are too many, as the
   * server would keep each of them in every connection.
   */
  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= NAMED_STATEMENTS) return known
    const name = `p_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`
    this.#names.set(sql, name)
    return name
  }
}

/** One connection, lent by the pool for one statement or one transaction. */
export class PostgresConnection implements TransactionConnection {
  /** Of the server's process behind it. */
  readonly processId: number
  readonly #client: pg.PoolClient
  readonly #activity: PostgresActivity
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: pg.PoolClient, activity: PostgresActivity) {
    // The types leave it out: https://node-postgres.com/apis/client
    this.processId = (client as pg.PoolClient & { processID: number }).processID
    this.#client = client
    this.#activity = activity
  }

  async control(sql: string): Promise<void> {
    await this.#inTurn(() => this.#client.query(sql))
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#inTurn(async () => {
      this.#activity.queries += 1
      const values = query.parameters.map(checked)
      const name = this.#activity.nameOf(query.sql)
      const result = await this.#client.query({ ...(name && { name }), text: query.sql, values })
      const numAffectedRows = CHANGING.has(result.command) ? BigInt(result.rowCount ?? 0) : undefined
      return { rows: result.rows, ...(numAffectedRows !== undefined && { numAffectedRows }) }
    })
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed; read them page by page')
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run)
    this.#last = turn.catch(() => {})
    return turn
  }
}

// The values SQLite takes too, and arrays of ids.
function checked(value: unknown): unknown {
  if (value === undefined || (typeof value === 'object' && value !== null && !isPlainValue(value))) {
    throw new TypeError(`A value of type ${value instanceof Date ? 'Date' : typeof value} cannot be stored`)
  }
  return value
}

function isPlainValue(value: object): boolean {
  return Array.isArray(value) || value instanceof Uint8Array
}

/** Reads values as SQLite gives them: numbers for every integer and numeric, ISO strings for times. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === TIMESTAMPTZ || oid === TIMESTAMP) return toIso
    return pg.types.getTypeParser(oid, format)
  },
}

// `2024-01-02 03:04:05.6+00` in a session whose time zone is UTC.
function toIso(text: string): string {
  const time = text.endsWith('+00') ? text.slice(0, -3) : text
  const [seconds = '', fraction = ''] = time.split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
