import { busy } from '../errors.ts'

/** The socket of a client. */
export interface Connection {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
}

/** The visitor for whom work runs. */
export interface Visitor {
  /** Visitors with the same name share their turns. */
  readonly name: string
  /** Closing it cancels the work. */
  readonly connection?: Connection
  /** The work answers a committed change: it is never refused, however long it waits. */
  readonly mustFinish?: true
}

export interface QueueLimits {
  /** How much work may run at the same time. */
  places: number
  /** How much work may wait. */
  waiting: number
  /** How long work may wait, in milliseconds. */
  waitMs: number
  /** How long work may run, in milliseconds. */
  runMs: number
}

interface Waiter {
  visitor: Visitor
  begin(): void
  refuse(): void
}

/**
 * A bounded queue for expensive work. Visitors take turns (round robin): one request does not wait for all earlier ones of
 * another visitor. Work beyond the limits is refused with `busy`.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  /** By the name of the visitor, ordered by turn: the first one is next. */
  readonly #queues = new Map<string, Waiter[]>()
  #running = 0
  #waiting = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** How much work runs now. */
  get running(): number {
    return this.#running
  }

  /** How much work waits now. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Runs `work` when its visitor's turn has come. The signal is aborted at the end of the run limit and when the visitor's
   * connection closes; `work` must end then.
   * @throws `busy` when the queue is full, the wait or the run too long, or the connection closed.
   */
  async run<T>(visitor: Visitor, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { connection } = visitor
    const abort = new AbortController()
    const cancel = () => abort.abort(this.#refusal())
    if (connection?.destroyed) cancel()
    connection?.once('close', cancel)
    try {
      await this.#acquirePlace(visitor, abort.signal)
      return await this.#runNow(visitor, work, abort)
    } finally {
      connection?.off('close', cancel)
    }
  }

  async #runNow<T>(
    visitor: Visitor,
    work: (signal: AbortSignal) => Promise<T>,
    abort: AbortController,
  ): Promise<T> {
    const timer = visitor.mustFinish
      ? undefined
      : setTimeout(() => abort.abort(this.#refusal()), this.#limits.runMs)
    try {
      return await work(abort.signal)
    } catch (error) {
      throw abort.signal.aborted ? abort.signal.reason : error
    } finally {
      clearTimeout(timer)
      this.#running -= 1
      this.#beginNext()
    }
  }

  /** Resolves when the visitor's work has a place. */
  async #acquirePlace(visitor: Visitor, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#running < this.#limits.places) {
      this.#running += 1
      return
    }
    if (this.#waiting >= this.#limits.waiting && !visitor.mustFinish) this.#refuseLongest(visitor)
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', refuse)
      }
      const refuse = () => {
        this.#remove(waiter)
        leave()
        reject(signal.aborted ? signal.reason : this.#refusal())
      }
      const waiter: Waiter = {
        visitor,
        refuse,
        begin: () => {
          leave()
          resolve()
        },
      }
      const timer = visitor.mustFinish ? undefined : setTimeout(refuse, this.#limits.waitMs)
      signal.addEventListener('abort', refuse)
      this.#add(waiter)
    })
  }

  #add(waiter: Waiter): void {
    const { name } = waiter.visitor
    const queue = this.#queues.get(name)
    if (queue) queue.push(waiter)
    else this.#queues.set(name, [waiter])
    this.#waiting += 1
  }

  #remove(waiter: Waiter): void {
    const { name } = waiter.visitor
    const queue = this.#queues.get(name) ?? []
    const rest = queue.filter((other) => other !== waiter)
    if (rest.length === queue.length) return
    this.#waiting -= 1
    if (rest.length > 0) this.#queues.set(name, rest)
    else this.#queues.delete(name)
  }

  /**
   * Makes room in a full queue: refuses the newest work of the visitor who has the most work in it. Throws if the visitor
   * with this name would then have as much.
   */
  #refuseLongest({ name }: Visitor): void {
    const own = this.#queues.get(name)?.length ?? 0
    const refusable = [...this.#queues.values()]
      .map((queue) => queue.filter(({ visitor }) => !visitor.mustFinish))
      .reduce((longest, queue) => (queue.length > longest.length ? queue : longest), [])
    if (refusable.length <= own + 1) throw this.#refusal()
    refusable.at(-1)?.refuse()
  }

  #beginNext(): void {
    const [next] = this.#queues
    if (!next) return
    const [name, [waiter, ...rest]] = next
    this.#queues.delete(name)
    // Reinserted at the end: the other visitors have their turns first.
    if (rest.length > 0) this.#queues.set(name, rest)
    this.#waiting -= 1
    this.#running += 1
    waiter?.begin()
  }

  #refusal(): Error {
    return busy(this.#limits.waitMs / 1000 / 3)
  }
}
