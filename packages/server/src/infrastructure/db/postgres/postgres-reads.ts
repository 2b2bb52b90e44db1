import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { FairQueue, type Visitor } from '../../limits/fair-queue.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { LongReadCounts } from '../database.ts'
import type { ReadLimits } from '../long-reads.ts'
import { queriesOn, type SqlFlavour } from '../queries.ts'
import type { Queries } from '../tables.ts'
import type { PostgresActivity, PostgresConnection } from './postgres-connection.ts'
import { isTimeout, PostgresPool, toExpected } from './postgres-pool.ts'
import { repeatedly } from './postgres-repeats.ts'

const READ_CONNECTIONS = 10
const QUICK_CONNECTIONS = 4
const READ_STATEMENT_MS = 10_000
/** How long a statement that took too long is taken for a long read at once, and how many are known. */
const slowForMs = 60_000
const knownSlow = 500

/** Everything that reads one PostgreSQL database. What may take long cannot use up the connections of the rest. */
export class PostgresReads {
  readonly read: Queries
  readonly #flavour: SqlFlavour
  readonly #readers: PostgresPool
  /** For statements whose cost the request decides, as long as they are quick. */
  readonly #quick: PostgresPool
  readonly #long: PostgresPool
  readonly #queue: FairQueue
  readonly #quickMs: number
  /** Texts of statements that took too long, and until when they are not tried again. */
  readonly #slow = new BoundedMap<string, number>(knownSlow)
  #begun = 0

  constructor(url: string, activity: PostgresActivity, flavour: SqlFlavour, limits: ReadLimits) {
    const open = (max: number, statementMs: number) =>
      new PostgresPool(url, activity, { max, readOnly: true, statementMs })
    this.#readers = open(READ_CONNECTIONS, READ_STATEMENT_MS)
    this.#quick = open(QUICK_CONNECTIONS, limits.quickMs)
    this.#long = open(limits.places, limits.runMs)
    this.#queue = new FairQueue(limits)
    this.#quickMs = limits.quickMs
    this.#flavour = flavour
    this.read = this.#on((work) => this.#readers.lend(work))
  }

  /** `Database.unbounded` */
  unbounded(visitor: Visitor): Queries {
    const connection = withoutStreams(async (query) => {
      const { sql } = query
      const known = this.#slow.get(sql)
      if (known === undefined || known < performance.now()) {
        try {
          return await repeatedly(() => this.#quick.lend((quick) => quick.executeQuery(query)))
        } catch (error) {
          if (!isTimeout(error)) throw toExpected(error)
        }
      }
      return this.#lend(visitor, (long) => this.#timed(query, long))
    })
    return queriesOn(this.#flavour, { provideConnection: (consumer) => consumer(connection) })
  }

  /** Notes the statement if it is slow here, too: the first time it may have met others. */
  async #timed<R>(query: CompiledQuery, connection: DatabaseConnection): Promise<QueryResult<R>> {
    const began = performance.now()
    try {
      return await connection.executeQuery<R>(query)
    } finally {
      const ended = performance.now()
      if (ended - began > this.#quickMs) this.#slow.set(query.sql, ended + slowForMs)
    }
  }

  /** `Database.longRead` */
  longRead<T>(visitor: Visitor, work: (db: Queries) => Promise<T>): Promise<T> {
    return this.#lend(visitor, (connection) =>
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

  /** Each statement on a connection of its own. */
  #on(lend: PostgresPool['lend']): Queries {
    const connection = withoutStreams(async (query) => {
      try {
        return await repeatedly(() => lend((lent) => lent.executeQuery(query)))
      } catch (error) {
        throw toExpected(error)
      }
    })
    return queriesOn(this.#flavour, { provideConnection: (consumer) => consumer(connection) })
  }

  #lend<T>(visitor: Visitor, work: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return this.#queue.run(visitor, async (signal) => {
      this.#begun += 1
      try {
        return await repeatedly(() =>
          this.#long.lend((connection) => this.#cancellable(connection, signal, () => work(connection))),
        )
      } catch (error) {
        throw toExpected(error)
      }
    })
  }

  /** Cancels what runs on the connection when the signal is aborted. */
  async #cancellable<T>(
    connection: PostgresConnection,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    let cancelling: Promise<unknown> | undefined
    const cancel = () => {
      const sql = `select pg_cancel_backend(${connection.processId})`
      // Where the server is away there is nothing left to cancel.
      cancelling = this.#readers.lend((reader) => reader.control(sql)).catch(() => {})
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', cancel)
    try {
      return await work()
    } finally {
      signal.removeEventListener('abort', cancel)
      // It must not reach the statement of the next.
      await cancelling
    }
  }
}

function withoutStreams(executeQuery: DatabaseConnection['executeQuery']): DatabaseConnection {
  return {
    executeQuery,
    streamQuery: () => {
      throw new Error('Rows are not streamed; read them page by page')
    },
  }
}
