import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { busy } from '../../errors.ts'
import { Thread } from '../../thread/thread.ts'
import { BoundedMap } from '../bounded-map.ts'
import { type RowMaker, rowMaker, type SqliteActivity, type Table } from './sqlite-connection.ts'

/** One statement that the thread runs. */
export interface ThreadStatement {
  number: number
  sql: string
  parameters: readonly unknown[]
}

/** The data that the thread starts with. */
export interface SqliteThreadData {
  file: string
  /** Shared memory: the number of the interrupted statement. */
  interrupted: Int32Array
}

/** How long an interrupted statement may take to end, before the thread is terminated. A long sort ignores interrupts. */
const graceMs = 1000
const retryAfterSeconds = 10

/** How long an idle thread stays. A thread takes about 25 MB, and starts within a tenth of a second. */
const defaultIdleMs = 60_000

/**
 * A read-only connection in its own thread, which starts with a statement and ends when it is idle. Its rows have no
 * blobs: they are sent as JSON, which is five times as fast to read as structured clones.
 */
export class SqliteThread implements DatabaseConnection {
  readonly #thread: Thread<ThreadStatement | 'forget', string>
  readonly #activity: SqliteActivity
  readonly #rowMakers = new BoundedMap<string, RowMaker>(100)
  readonly #interrupted = new Int32Array(new SharedArrayBuffer(4))
  #sent = 0

  constructor(file: string, activity: SqliteActivity, idleMs = defaultIdleMs) {
    this.#activity = activity
    this.#thread = new Thread({
      module: new URL('sqlite-thread-main.ts', import.meta.url),
      data: { file, interrupted: this.#interrupted } satisfies SqliteThreadData,
      limits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
      idleMs,
    })
  }

  /** @throws `busy` when `signal` is aborted before the statement has ended. */
  async executeQuery<R>(
    { sql, parameters }: CompiledQuery,
    { signal }: AbortableOperationOptions = {},
  ): Promise<QueryResult<R>> {
    this.#activity.queries += 1
    const number = ++this.#sent
    const json = await this.#runInterruptibly(number, signal, () =>
      this.#thread.ask({ number, sql, parameters }),
    )
    const { columns, rows } = JSON.parse(json) as Table
    const toRow = this.#rowMakers.get(sql) ?? rowMaker(columns)
    this.#rowMakers.set(sql, toRow)
    return { rows: rows.map(toRow) as R[] }
  }

  async #runInterruptibly<T>(
    number: number,
    signal: AbortSignal | undefined,
    run: () => Promise<T>,
  ): Promise<T> {
    let grace: NodeJS.Timeout | undefined
    const interrupt = () => {
      Atomics.store(this.#interrupted, 0, number)
      grace = setTimeout(() => this.#thread.terminate(), graceMs)
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

  /** Clears the cache of prepared statements, whose columns may be stale after a change of the schema. */
  forgetStatements(): void {
    this.#rowMakers.clear()
    // A new thread starts with an empty cache.
    if (this.#thread.isRunning) this.#thread.ask('forget').catch(() => {})
  }

  /** Whether the thread exists now. */
  get isRunning(): boolean {
    return this.#thread.isRunning
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
