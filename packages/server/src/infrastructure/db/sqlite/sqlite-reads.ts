import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { FairQueue, type Visitor } from '../../limits/fair-queue.ts'
import type { LongReadCounts } from '../database.ts'
import type { ReadLimits } from '../long-reads.ts'
import { queriesOn, type SqlFlavour, withoutStreams } from '../queries.ts'
import type { Queries } from '../tables.ts'
import { type SqliteActivity, SqliteConnection } from './sqlite-connection.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { WatchedSelects } from './watched-selects.ts'

/** A statement examines more rows than the main thread has time for. */
class TooManyRows extends Error {}

/** All connections that read one SQLite file: one on the main thread, the others in threads. */
export class SqliteReads {
  readonly read: Queries
  readonly slowQueries: Queries
  readonly #flavour: SqlFlavour
  readonly #watched: SqlFlavour
  readonly #limits: ReadLimits
  readonly #reader: SqliteConnection
  readonly #slowQueryThread: SqliteThread
  readonly #queue: FairQueue
  readonly #threads: readonly SqliteThread[]
  /** Idle threads, as a stack: the most recently used one works next, so that the others end. */
  readonly #idle: SqliteThread[]
  #begun = 0

  constructor(file: string, activity: SqliteActivity, flavour: SqlFlavour, limits: ReadLimits) {
    this.#reader = new SqliteConnection(file, { readOnly: true, timeout: 5000 }, activity)
    this.#reader.configure(['query_only = on', 'cache_size = -8192', 'temp_store = memory'])
    this.#slowQueryThread = new SqliteThread(file, activity)
    this.#threads = Array.from({ length: limits.places }, () => new SqliteThread(file, activity))
    this.#idle = [...this.#threads]
    this.#queue = new FairQueue(limits)
    this.#limits = limits
    this.#flavour = flavour
    this.#watched = {
      ...flavour,
      compiler: new WatchedSelects((table) => this.#reader.hasRowId(table)),
    }
    this.read = this.#queriesOn(this.#reader)
    this.slowQueries = this.#queriesOn(
      withoutStreams((query) =>
        this.#slowQueryThread.executeQuery(query, { signal: AbortSignal.timeout(limits.runMs) }),
      ),
    )
  }

  /** `Database.unbounded` */
  unbounded(visitor: Visitor): Queries {
    const connection = withoutStreams(async (query) => {
      try {
        return await this.#runQuickly(query)
      } catch (error) {
        if (!(error instanceof TooManyRows)) throw error
      }
      return this.#runLong(visitor, (thread) => thread.executeQuery(query))
    })
    return this.#queriesOn(connection, this.#watched)
  }

  /** `Database.longRead` */
  longRead<T>(visitor: Visitor, work: (db: Queries) => Promise<T>): Promise<T> {
    return this.#runLong(visitor, (thread) => work(this.#queriesOn(thread, this.#watched)))
  }

  /** `Database.longReads` */
  get longReads(): LongReadCounts {
    return { begun: this.#begun, waiting: this.#queue.waiting }
  }

  /** Clears the caches of prepared statements, whose columns may be stale after a change of the schema. */
  forgetStatements(): void {
    this.#reader.forgetStatements()
    for (const thread of [this.#slowQueryThread, ...this.#threads]) thread.forgetStatements()
  }

  async close(): Promise<void> {
    await Promise.all([this.#slowQueryThread, ...this.#threads].map((thread) => thread.close()))
    this.#reader.close()
  }

  #queriesOn(connection: DatabaseConnection, flavour = this.#flavour): Queries {
    return queriesOn(flavour, { provideConnection: (consumer) => consumer(connection) })
  }

  /** @throws `TooManyRows` */
  #runQuickly<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    let left = this.#limits.quickRows
    const examine = () => {
      left -= 1
      if (left < 0) throw new TooManyRows()
    }
    return this.#reader.watch(examine, () => this.#reader.executeQuery<R>(query))
  }

  #runLong<T>(visitor: Visitor, work: (thread: DatabaseConnection) => Promise<T>): Promise<T> {
    return this.#queue.run(visitor, async (signal) => {
      const thread = this.#idle.pop()
      if (!thread) throw new Error('There are as many threads as places in the queue')
      this.#begun += 1
      try {
        return await work(withoutStreams((query) => thread.executeQuery(query, { signal })))
      } finally {
        this.#idle.push(thread)
      }
    })
  }
}
