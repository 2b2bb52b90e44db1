import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeListeners, TableChange } from '../changes.ts'
import type { SqlFlavour } from '../queries.ts'
import type { Queries } from '../tables.ts'
import { refuseNesting, Transaction } from '../transaction.ts'
import { isSqliteBusy, type SqliteConnection } from './sqlite-connection.ts'

const GROUP_SIZE = 16
const BUSY_FOR_MS = 10_000

interface QueuedTransaction {
  work(db: Queries): Promise<unknown>
  /** Calls a function in the asynchronous context of the caller instead of the queue's. */
  inContext<R>(run: () => R): R
  resolve(result: unknown): void
  reject(error: unknown): void
}

type Outcome =
  | { queued: QueuedTransaction; result: unknown; changes: readonly TableChange[] }
  | { queued: QueuedTransaction; error: unknown }

/**
 * The queue of the one connection that writes. Transactions that wait at the same time share a commit:
 * each is a savepoint of one SQL transaction, and all resolve after the commit is on disk.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #flavour: SqlFlavour
  readonly #afterCommit: () => void
  readonly #listeners: ChangeListeners
  readonly #queue: QueuedTransaction[] = []
  #isScheduled = false
  #isClosed = false
  #onIdle: (() => void) | undefined

  constructor(
    connection: SqliteConnection,
    flavour: SqlFlavour,
    listeners: ChangeListeners,
    afterCommit: () => void,
  ) {
    this.#listeners = listeners
    this.#connection = connection
    this.#flavour = flavour
    this.#afterCommit = afterCommit
  }

  transaction<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      refuseNesting()
      if (this.#isClosed) throw new Error('The database is closed')
      this.#queue.push({
        work,
        inContext: AsyncLocalStorage.snapshot(),
        resolve: (result) => resolve(result as T),
        reject,
      })
      this.#schedule()
    })
  }

  /** Refuses new transactions and resolves when the queued ones have ended. */
  async drain(): Promise<void> {
    this.#isClosed = true
    if (!this.#isScheduled) return
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
  }

  // Deferred: requests that arrived together join the queue before the first of them commits.
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => void this.#runNext())
  }

  async #runNext(): Promise<void> {
    const group = this.#queue.splice(0, GROUP_SIZE)
    try {
      await this.#begin()
      await this.#runGroup(group)
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.control('rollback')
      for (const queued of group) queued.reject(error)
    }
    this.#isScheduled = false
    if (this.#queue.length > 0) this.#schedule()
    else this.#onIdle?.()
  }

  // Another process may be writing: waiting inside SQLite would block the event loop, and so the readers of this process.
  async #begin(): Promise<void> {
    const giveUpAt = performance.now() + BUSY_FOR_MS
    for (;;) {
      try {
        return this.#connection.control('begin immediate')
      } catch (error) {
        if (!isSqliteBusy(error) || performance.now() > giveUpAt) throw error
      }
      await sleep(10)
    }
  }

  async #runGroup(group: QueuedTransaction[]): Promise<void> {
    const outcomes: Outcome[] = []
    for (const queued of group) {
      const outcome = await (group.length > 1 ? this.#runInSavepoint(queued) : this.#run(queued))
      outcomes.push(outcome)
      // SQLite itself rolls back the whole transaction after a full disk or an I/O error.
      if ('error' in outcome && !this.#connection.isTransaction) {
        this.#queue.unshift(...group.slice(outcomes.length))
        rejectAll(outcomes, outcome.error)
        return
      }
    }
    await this.#commit(outcomes)
  }

  async #commit(outcomes: Outcome[]): Promise<void> {
    try {
      this.#connection.control(outcomes.some((outcome) => 'result' in outcome) ? 'commit' : 'rollback')
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.control('rollback')
      rejectAll(outcomes, error)
      return
    } finally {
      this.#afterCommit()
    }
    await this.#listeners.notify(outcomes.flatMap((outcome) => ('error' in outcome ? [] : outcome.changes)))
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.queued.reject(outcome.error)
      else outcome.queued.resolve(outcome.result)
    }
  }

  async #run(queued: QueuedTransaction): Promise<Outcome> {
    try {
      const transaction = new Transaction(this.#flavour, this.#connection)
      const result = await queued.inContext(() => transaction.run(queued.work))
      return { queued, result, changes: transaction.changes }
    } catch (error) {
      return { queued, error }
    }
  }

  async #runInSavepoint(queued: QueuedTransaction): Promise<Outcome> {
    this.#connection.control('savepoint member')
    const outcome = await this.#run(queued)
    if (!this.#connection.isTransaction) return outcome
    if ('error' in outcome) this.#connection.control('rollback to savepoint member')
    this.#connection.control('release savepoint member')
    return outcome
  }
}

function rejectAll(outcomes: Outcome[], error: unknown): void {
  for (const outcome of outcomes) outcome.queued.reject('error' in outcome ? outcome.error : error)
}
