import pg from 'pg'
import { busy } from '../../errors.ts'
import { type PostgresActivity, PostgresConnection, typeParsers } from './postgres-connection.ts'

/** Seconds after which clients may retry while the server is unreachable or busy. */
const retryAfterSeconds = 5
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const QUERY_CANCELED = '57014'
const FEATURE_NOT_SUPPORTED = '0A000'
/** Codes of errors that end a connection: it failed or was refused, or the server shuts down or crashed. */
const ENDING = /^(?:08...|57P0[1-5])$/

/** A connection ended while it was in use. */
export class ConnectionLost extends Error {
  /** Whether its transaction may have been committed, and so must not be retried. */
  readonly mayBeCommitted: boolean

  constructor(cause: unknown, { mayBeCommitted = false } = {}) {
    super('The connection to the database was lost', { cause })
    this.mayBeCommitted = mayBeCommitted
  }
}

export interface PoolOptions {
  /** Maximum number of connections. */
  max: number
  readOnly: boolean
  /** How long a statement may take, in milliseconds; the server's default unless given. */
  statementMs?: number
  /** How many further processes of the server a statement may occupy; the server's default unless given. */
  parallelWorkers?: number
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
        // Without a listener, a connection that breaks while it is in use would end the process.
        client.on('error', () => this.#lost.add(client))
        return configure(client, options)
      },
    })
    // So would a broken idle connection, which the pool replaces.
    this.#pool.on('error', () => {})
  }

  /**
   * Runs `work` with a connection, and discards the connection if it is broken afterwards.
   * @throws `busy` when no connection is free in time, `ConnectionLost` when it ended in use.
   */
  async withConnection<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
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

async function configure(
  client: pg.ClientBase,
  { readOnly, statementMs, parallelWorkers }: PoolOptions,
): Promise<void> {
  const text = (value: number | undefined) => (value === undefined ? null : String(value))
  // An acknowledged commit is durable, whatever the server's or the role's default; stronger settings stay.
  await client.query(
    `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false),
     set_config('default_transaction_read_only', $1, false),
     case when $2::text is not null then set_config('statement_timeout', $2, false) end,
     case when $3::text is not null then set_config('max_parallel_workers_per_gather', $3, false) end,
     case current_setting('synchronous_commit', true)
       when 'off' then set_config('synchronous_commit', 'on', false) end`,
    [readOnly ? 'on' : 'off', text(statementMs), text(parallelWorkers)],
  )
}

/** Turns a lost connection and a timeout into `busy`; returns other errors as they are. */
export function toClientError(error: unknown): unknown {
  return error instanceof ConnectionLost || isTimeout(error) ? busy(retryAfterSeconds, error) : error
}

/** Whether a statement timed out or was cancelled. */
export function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === QUERY_CANCELED
}

/** Whether a prepared `select *` is out of date after a migration; a new connection prepares it again. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === FEATURE_NOT_SUPPORTED && error.message.includes('cached plan')
}

function isEnding(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ENDING.test(error.code ?? '')
}
