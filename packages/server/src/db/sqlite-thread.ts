import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { Thread } from '../thread/thread.ts'
import { BoundedMap } from './bounded-map.ts'
import { type RowMaker, rowMaker, type SqliteActivity, type Table } from './sqlite-connection.ts'

/** What the thread runs. */
export interface ThreadStatement {
  sql: string
  parameters: readonly unknown[]
}

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

  constructor(file: string, activity: SqliteActivity, patienceMs = patienceOfSearch) {
    this.#activity = activity
    this.#thread = new Thread({
      module: new URL('sqlite-thread-main.ts', import.meta.url),
      data: file,
      limits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
      patienceMs,
    })
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#activity.queries += 1
    const { columns, rows } = JSON.parse(await this.#thread.ask({ sql, parameters })) as Table
    const toRow = this.#rowMakers.get(sql) ?? rowMaker(columns)
    this.#rowMakers.set(sql, toRow)
    return { rows: rows.map(toRow) as R[] }
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
