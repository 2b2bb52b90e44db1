import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, ConnectionProvider, DatabaseConnection, QueryResult } from 'kysely'
import { changesOf, type TableChange } from './changes.ts'
import { queriesOn, type SqlFlavour } from './queries.ts'
import type { Queries } from './tables.ts'

/** A connection that also runs transaction control statements. */
export interface TransactionConnection extends DatabaseConnection {
  /** Runs a statement without parameters or rows; not counted as a query. */
  control(sql: string): void | Promise<void>
}

const transactions = new WeakMap<Queries, Transaction>()
const current = new AsyncLocalStorage<Transaction>()

/** One transaction on its connection: refuses statements after a failure and after its end. */
export class Transaction implements ConnectionProvider, DatabaseConnection {
  readonly queries: Queries
  /** The changes of its statements so far. */
  readonly changes: TableChange[] = []
  readonly #connection: TransactionConnection
  #isOpen = true
  #failure: unknown
  #misuse: Error | undefined
  #depth = 0

  constructor(flavour: SqlFlavour, connection: TransactionConnection) {
    this.#connection = connection
    this.queries = queriesOn(flavour, this)
    transactions.set(this.queries, this)
  }

  /** Runs `work` with the transaction's queries; rejects if a statement failed and no savepoint was rolled back for it. */
  async run<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    try {
      const result = await current.run(this, () => work(this.queries))
      const fault = this.#misuse ?? this.#failure
      if (fault !== undefined) throw fault
      return result
    } finally {
      this.#isOpen = false
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return consumer(this)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#check()
    try {
      const result = await this.#connection.executeQuery<R>(query)
      this.changes.push(...changesOf(query, result))
      return result
    } catch (error) {
      this.#failure ??= error
      throw error
    }
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed; read them page by page')
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.#check()
    const depth = ++this.#depth
    const name = `savepoint_${depth}`
    await this.#connection.control(`savepoint ${name}`)
    try {
      const result = await work()
      if (this.#failure !== undefined) throw this.#failure
      this.#leave(depth)
      await this.#connection.control(`release savepoint ${name}`)
      return result
    } catch (error) {
      if (this.#depth >= depth) {
        this.#depth = depth - 1
        await this.#connection.control(`rollback to savepoint ${name}`)
        await this.#connection.control(`release savepoint ${name}`)
        this.#failure = undefined
      }
      throw error
    }
  }

  #leave(depth: number): void {
    if (this.#depth !== depth) {
      this.#misuse = new Error(
        'Savepoints of one transaction ran at the same time; await one before the next',
      )
      throw this.#misuse
    }
    this.#depth = depth - 1
  }

  #check(): void {
    if (!this.#isOpen) throw new Error('The transaction is over; something in it was not awaited')
    if (this.#failure !== undefined) {
      throw new Error('The transaction cannot go on after a failed statement', { cause: this.#failure })
    }
  }
}

/** Throws inside a transaction: a nested one would wait for the outer one, and so for itself. */
export function refuseNesting(): void {
  if (current.getStore()?.isOpen) {
    throw new Error('A transaction was started inside another; use savepoint()')
  }
}

/** Returns the transaction behind the queries that its `work` was given. */
export function transactionOf(db: Queries): Transaction {
  const transaction = transactions.get(db)
  if (!transaction) throw new Error('savepoint() needs the queries that transaction() handed out')
  return transaction
}
