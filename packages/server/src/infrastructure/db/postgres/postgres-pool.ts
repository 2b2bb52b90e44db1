import pg from 'pg'
import { busy } from '../../errors.ts'
import { type PostgresActivity, PostgresConnection, typeParsers } from './postgres-connection.ts'

/** Seconds after which clients may ask again while the server is away or busy. */
const retryAfterSeconds = 5
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const QUERY_CANCELED = '57014'
const FEATURE_NOT_SUPPORTED = '0A000'
/** Of errors that end the connection: it failed, or the server shuts down, crashed, or does not take it. */
const ENDING = /^(?:08...|57P0[1-5])$/

/** A connection ended while it was in use. */
export class ConnectionLost extends Error {
  /** Whether what was done on it may have been committed, so that it must not be done again. */
  readonly mayBeDone: boolean

  constructor(cause: unknown, { mayBeDone = false } = {}) {
    super('The connection to the database was lost', { cause })
    this.mayBeDone = mayBeDone
  }
}

export interface PoolOptions {
  /** Connections at most. */
  max: number
  readOnly: boolean
  /** How long a statement may take, in milliseconds; as the server has it unless given. */
  statementMs?: number
}

/** Connections to one server for one purpose. */
export class PostgresPool {
  readonly #pool: pg.Pool
  readonly #activity: PostgresActivity
  readonly #lost = new WeakSet<pg.ClientBase>()

  constructor(url: string, activity: PostgresActivity, options: PoolOptions) {
    this.#activity = activity
    this.#pool = new pg.Pool({
      connectionString: url,
      max: options.max,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      types: typeParsers,
      onConnect: (client) => {
        // A connection that breaks while it is in use would end the process otherwise.
        client.on('error', () => this.#lost.add(client))
        return configure(client, options)
      },
    })
    // So would an idle one, which the pool replaces.
    this.#pool.on('error', () => {})
  }

  /**
   * Lends a connection to `work`; one that is broken afterwards is not lent again.
   * @throws `busy` when there is none in time, `ConnectionLost` when it ended in use.
   */
  async lend<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    let isBroken = false
    try {
      return await work(new PostgresConnection(client, this.#activity))
    } catch (error) {
      const isLost = this.#lost.has(client) || isEnding(error) || error instanceof ConnectionLost
      isBroken = isLost || isStalePlan(error)
      if (isLost && !(error instanceof ConnectionLost)) throw new ConnectionLost(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw busy(retryAfterSeconds, error)
    }
  }
}

async function configure(client: pg.ClientBase, { readOnly, statementMs }: PoolOptions): Promise<void> {
  // Acknowledged means kept, whatever the server's or the role's default; stronger settings stay.
  await client.query(
    `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false),
     set_config('default_transaction_read_only', $1, false),
     case when $2::text is not null then set_config('statement_timeout', $2, false) end,
     case current_setting('synchronous_commit', true)
       when 'off' then set_config('synchronous_commit', 'on', false) end`,
    [readOnly ? 'on' : 'off', statementMs === undefined ? null : String(statementMs)],
  )
}

/** What a request is told about a failure that repeating did not help against. */
export function toExpected(error: unknown): unknown {
  return error instanceof ConnectionLost || isTimeout(error) ? busy(retryAfterSeconds, error) : error
}

/** Whether a statement took longer than it may, or was cancelled. */
export function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === QUERY_CANCELED
}

/** Whether a prepared `select *` is out of date after a migration; a new connection prepares it afresh. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === FEATURE_NOT_SUPPORTED && error.message.includes('cached plan')
}

function isEnding(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ENDING.test(error.code ?? '')
}
