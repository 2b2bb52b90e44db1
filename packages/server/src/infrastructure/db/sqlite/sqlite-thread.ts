import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { busy } from '../../errors.ts'
import { Thread } from '../../thread/thread.ts'
import { BoundedMap } from '../bounded-map.ts'
import { type RowMaker, rowMaker, type SqliteActivity, type Table } from './sqlite-connection.ts'

/** What the thread runs. */
export interface ThreadStatement {
  number: number
  sql: string
  parameters: readonly unknown[]
}

/** What the thread begins with. */
export interface SqliteThreadData {
  file: string
  /** Shared memory: the number of the statement that is to end. */
  interrupted: Int32Array
}

/** How long an interrupted statement may take to end. A long sort does not notice; then the thread is given up. */
const graceMs = 1000
const retryAfterSeconds = 10

/** How long a thread waits for the next statement. It takes some 25 MB, and begins anew within a tenth of a second. */
const patienceOfSearch = 60_000

/**
 * A connection that reads in a thread of its own, which begins with a statement and ends when there are no more. Its
 * rows have no blobs: they come as JSON, which is read five times as fast as copies of objects are.
 */
export class SqliteThread implements DatabaseConnection {
  readonly #thread: Thread<ThreadStatement | 'forget', string>
  readonly #activity: SqliteActivity
  readonly #rowMakers = new BoundedMap<string, RowMaker>(100)
  readonly #interrupted = new Int32Array(new SharedArrayBuffer(4))
  #sent = 0

  constructor(file: string, activity: SqliteActivity, patienceMs = patienceOfSearch) {
    this.#activity = activity
    this.#thread = new Thread({
      module: new URL('sqlite-thread-main.ts', import.meta.url),
      data: { file, interrupted: this.#interrupted } satisfies SqliteThreadData,
      limits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
      patienceMs,
    })
  }

  /** @throws `busy` when `signal` is aborted before the statement has ended. */
  async executeQuery<R>(
    { sql, parameters }: CompiledQuery,
    { signal }: AbortableOperationOptions = {},
  ): Promise<QueryResult<R>> {
    this.#activity.queries += 1
    const number = ++this.#sent
    const json = await this.#interruptible(number, signal, () =>
      this.#thread.ask({ number, sql, parameters }),
    )
    const { columns, rows } = JSON.parse(json) as Table
    const toRow = this.#rowMakers.get(sql) ?? rowMaker(columns)
    this.#rowMakers.set(sql, toRow)
    return { rows: rows.map(toRow) as R[] }
  }

  async #interruptible<T>(
    number: number,
    signal: AbortSignal | undefined,
    run: () => Promise<T>,
  ): Promise<T> {
    let grace: NodeJS.Timeout | undefined
    const interrupt = () => {
      Atomics.store(this.#interrupted, 0, number)
      grace = setTimeout(() => this.#thread.giveUp(), graceMs)
    }
    if (signal?.aborted) throw busy(retryAfterSeconds)
    signal?.addEventListener('abort', interrupt)
    try {
      return await run()
    } catch (error) {
      throw signal?.aborted ? busy(retryAfterSeconds) : error
    } finally {
      clearTimeout(grace)
      signal?.removeEventListener('abort', interrupt)
    }
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed; read them page by page')
  }

  /** Drops prepared statements, whose columns may be out of date after a change of the schema. */
  forgetStatements(): void {
    this.#rowMakers.clear()
    // A thread that ends has forgotten them, too.
    if (this.#thread.isRunning) this.#thread.ask('forget').catch(() => {})
  }

  /** Whether there is a thread at the moment. */
  get isRunning(): boolean {
    return this.#thread.isRunning
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
