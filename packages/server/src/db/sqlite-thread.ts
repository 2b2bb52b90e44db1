import { Worker } from 'node:worker_threads'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { SqliteActivity } from './sqlite-connection.ts'

/** What the thread is asked; an order without a number is not answered. */
export type ThreadOrder = { number: number; sql: string; parameters: readonly unknown[] } | 'forget'

/** What it answers. */
export type ThreadAnswer = { number: number; rows: unknown[] } | { number: number; error: unknown }

interface Waiting {
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** How long a thread waits for the next statement. It takes some 40 MB, and begins anew within a tenth of a second. */
const patienceMs = 60_000

/** A connection that reads in a thread of its own, which begins with a statement and ends when there are no more. */
export class SqliteThread implements DatabaseConnection {
  readonly #file: string
  readonly #activity: SqliteActivity
  readonly #waiting = new Map<number, Waiting>()
  readonly #patienceMs: number
  #worker: Worker | undefined
  #rest: NodeJS.Timeout | undefined
  #sent = 0

  constructor(file: string, activity: SqliteActivity, patience = patienceMs) {
    this.#file = file
    this.#activity = activity
    this.#patienceMs = patience
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#activity.queries += 1
    clearTimeout(this.#rest)
    const worker = this.#running()
    const number = ++this.#sent
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve: (rows) => resolve({ rows: rows as R[] }), reject })
      // Only a thread that somebody waits for keeps the process alive.
      worker.ref()
      worker.postMessage({ number, sql, parameters } satisfies ThreadOrder)
    })
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed; read them page by page')
  }

  /** Drops prepared statements, whose columns may be out of date after a change of the schema. */
  forgetStatements(): void {
    this.#worker?.postMessage('forget' satisfies ThreadOrder)
  }

  /** Whether there is a thread at the moment. */
  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest)
    await this.#worker?.terminate()
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('sqlite-thread-main.ts', import.meta.url), {
      workerData: this.#file,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    })
    this.#worker = worker
    worker.on('message', (answer: ThreadAnswer) => this.#answer(answer))
    worker.on('error', (error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new Error('The thread that reads has ended')))
    return worker
  }

  #answer(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.number)
    this.#waiting.delete(answer.number)
    if (this.#waiting.size === 0) {
      this.#worker?.unref()
      this.#rest = setTimeout(() => this.#end(), this.#patienceMs).unref()
    }
    if ('error' in answer) waiting?.reject(answer.error)
    else waiting?.resolve(answer.rows)
  }

  /** Nobody waits for it: statements that come while it ends have another one. */
  #end(): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
  }

  /** The next statement begins another thread. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
