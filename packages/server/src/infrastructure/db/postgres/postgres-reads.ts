import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { FairQueue, type Visitor } from '../../limits/fair-queue.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { LongReadCounts } from '../database.ts'
import type { ReadLimits } from '../long-reads.ts'
import { queriesOn, type SqlFlavour, withoutStreams } from '../queries.ts'
import type { Queries } from '../tables.ts'
import type { PostgresActivity, PostgresConnection } from './postgres-connection.ts'
import { isTimeout, PostgresPool, toClientError } from './postgres-pool.ts'
import { withRetries } from './postgres-retries.ts'

const READ_CONNECTIONS = 10
const QUICK_CONNECTIONS = 4
const READ_STATEMENT_MS = 10_000
/** For how long a slow statement skips the quick attempt, and how many slow statements are remembered. */
const slowForMs = 60_000
const maximumSlowStatements = 500

/** All connections that read one PostgreSQL database. Long reads have their own pool, so that others find connections. */
export class PostgresReads {
  readonly read: Queries
  readonly #flavour: SqlFlavour
  readonly #readers: PostgresPool
  /** For the quick attempt at statements whose cost depends on the request. */
  readonly #quick: PostgresPool
  readonly #long: PostgresPool
  readonly #queue: FairQueue
  readonly #quickMs: number
  /** By the SQL of a slow statement: until when it skips the quick attempt. */
  readonly #slowUntil = new BoundedMap<string, number>(maximumSlowStatements)
  #begun = 0

  constructor(url: string, activity: PostgresActivity, flavour: SqlFlavour, limits: ReadLimits) {
    const open = (max: number, statementMs: number, parallelWorkers?: number) =>
      new PostgresPool(url, activity, {
        ...{ max, readOnly: true, statementMs },
        ...(parallelWorkers !== undefined && { parallelWorkers }),
      })
    this.#readers = open(READ_CONNECTIONS, READ_STATEMENT_MS)
    // A read whose cost depends on its visitor occupies one processor, so that others keep theirs.
    this.#quick = open(QUICK_CONNECTIONS, limits.quickMs, 0)
    this.#long = open(limits.places, limits.runMs, 0)
    this.#queue = new FairQueue(limits)
    this.#quickMs = limits.quickMs
    this.#flavour = flavour
    this.read = this.#queriesIn(this.#readers)
  }

  /** `Database.unbounded` */
  unbounded(visitor: Visitor): Queries {
    const connection = withoutStreams(async (query) => {
      const { sql } = query
      const slowUntil = this.#slowUntil.get(sql)
      if (slowUntil === undefined || slowUntil < performance.now()) {
        try {
          return await withRetries(() => this.#quick.withConnection((quick) => quick.executeQuery(query)))
        } catch (error) {
          if (!isTimeout(error)) throw toClientError(error)
        }
      }
      return this.#runLong(visitor, (long) => this.#executeTimed(query, long))
    })
    return queriesOn(this.#flavour, { provideConnection: (consumer) => consumer(connection) })
  }

  /** Remembers the statement as slow if it is slow here, too: load may have delayed the quick attempt. */
  async #executeTimed<R>(query: CompiledQuery, connection: DatabaseConnection): Promise<QueryResult<R>> {
    const began = performance.now()
    try {
      return await connection.executeQuery<R>(query)
    } finally {
      const ended = performance.now()
      if (ended - began > this.#quickMs) this.#slowUntil.set(query.sql, ended + slowForMs)
    }
  }

  /** `Database.longRead` */
  longRead<T>(visitor: Visitor, work: (db: Queries) => Promise<T>): Promise<T> {
    return this.#runLong(visitor, (connection) =>
      work(queriesOn(this.#flavour, { provideConnection: (consumer) => consumer(connection) })),
    )
  }

  /** `Database.longReads` */
  get longReads(): LongReadCounts {
    return { begun: this.#begun, waiting: this.#queue.waiting }
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers, this.#quick, this.#long].map((pool) => pool.end()))
  }

  /** Queries that take a connection of `pool` for each statement. */
  #queriesIn(pool: PostgresPool): Queries {
    const connection = withoutStreams(async (query) => {
      try {
        return await withRetries(() => pool.withConnection((client) => client.executeQuery(query)))
      } catch (error) {
        throw toClientError(error)
      }
    })
    return queriesOn(this.#flavour, { provideConnection: (consumer) => consumer(connection) })
  }

  #runLong<T>(visitor: Visitor, work: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return this.#queue.run(visitor, async (signal) => {
      this.#begun += 1
      try {
        return await withRetries(() =>
          this.#long.withConnection((connection) =>
            this.#runCancellably(connection, signal, () => work(connection)),
          ),
        )
      } catch (error) {
        throw toClientError(error)
      }
    })
  }

  /** Runs `work`, and cancels the connection's statement when the signal is aborted. */
  async #runCancellably<T>(
    connection: PostgresConnection,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    let cancelling: Promise<unknown> | undefined
    const cancel = () => {
      const sql = `select pg_cancel_backend(${connection.processId})`
      // If the server is unreachable, nothing runs that could be cancelled.
      cancelling = this.#readers.withConnection((reader) => reader.control(sql)).catch(() => {})
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', cancel)
    try {
      return await work()
    } finally {
      signal.removeEventListener('abort', cancel)
      // The cancellation must not hit the next statement of this connection.
      await cancelling
    }
  }
}
