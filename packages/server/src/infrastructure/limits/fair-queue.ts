import { busy } from '../errors.ts'

/** The connection that an answer goes out on: a socket. */
export interface Connection {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
}

/** On whose behalf work is done. */
export interface Visitor {
  /** Visitors with the same name share their turns. */
  readonly name: string
  /** When it closes, the work is cancelled. */
  readonly connection?: Connection
  /** The answer to a change that is durable already: it is never refused, however long it waits. */
  readonly mustFinish?: true
}

export interface QueueLimits {
  /** Pieces of work at the same time. */
  places: number
  /** Pieces of work that may wait. */
  waiting: number
  /** How long a piece of work may wait, in milliseconds. */
  waitMs: number
  /** How long it may run, in milliseconds. */
  runMs: number
}

interface Waiting {
  visitor: Visitor
  begin(): void
  refuse(): void
}

/**
 * A bounded queue for expensive work. Visitors take turns: whoever asks for one thing does not wait for all that
 * another visitor asked for before. Work beyond the limits is refused with `busy`.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  /** By the name of the visitor; whose turn is next stands first. */
  readonly #lines = new Map<string, Waiting[]>()
  #running = 0
  #waiting = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Pieces of work that run at the moment. */
  get running(): number {
    return this.#running
  }

  /** Pieces of work that wait at the moment. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Runs `work` when its visitor's turn has come. The signal is aborted when the run limit is over or the visitor's
   * connection closes; `work` has to end then.
   * @throws `busy` where the queue is full, the wait or the run too long, or the connection closed.
   */
  async run<T>(visitor: Visitor, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { connection } = visitor
    const end = new AbortController()
    const cancel = () => end.abort(this.#refusal())
    if (connection?.destroyed) cancel()
    connection?.once('close', cancel)
    try {
      await this.#turn(visitor, end.signal)
      return await this.#runNow(visitor, work, end)
    } finally {
      connection?.off('close', cancel)
    }
  }

  async #runNow<T>(
    visitor: Visitor,
    work: (signal: AbortSignal) => Promise<T>,
    end: AbortController,
  ): Promise<T> {
    const timer = visitor.mustFinish
      ? undefined
      : setTimeout(() => end.abort(this.#refusal()), this.#limits.runMs)
    try {
      return await work(end.signal)
    } catch (error) {
      throw end.signal.aborted ? end.signal.reason : error
    } finally {
      clearTimeout(timer)
      this.#running -= 1
      this.#beginNext()
    }
  }

  /** Resolves when there is a place. */
  async #turn(visitor: Visitor, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#running < this.#limits.places) {
      this.#running += 1
      return
    }
    if (this.#waiting >= this.#limits.waiting && !visitor.mustFinish) this.#makeRoom(visitor)
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', refuse)
      }
      const refuse = () => {
        this.#remove(waiting)
        leave()
        reject(signal.aborted ? signal.reason : this.#refusal())
      }
      const waiting: Waiting = {
        visitor,
        refuse,
        begin: () => {
          leave()
          resolve()
        },
      }
      const timer = visitor.mustFinish ? undefined : setTimeout(refuse, this.#limits.waitMs)
      signal.addEventListener('abort', refuse)
      this.#add(waiting)
    })
  }

  #add(waiting: Waiting): void {
    const { name } = waiting.visitor
    const line = this.#lines.get(name)
    if (line) line.push(waiting)
    else this.#lines.set(name, [waiting])
    this.#waiting += 1
  }

  #remove(waiting: Waiting): void {
    const { name } = waiting.visitor
    const line = this.#lines.get(name) ?? []
    const rest = line.filter((other) => other !== waiting)
    if (rest.length === line.length) return
    this.#waiting -= 1
    if (rest.length > 0) this.#lines.set(name, rest)
    else this.#lines.delete(name)
  }

  /** A full queue refuses the visitor who has most in it. */
  #makeRoom({ name }: Visitor): void {
    const own = this.#lines.get(name)?.length ?? 0
    const refusable = [...this.#lines.values()]
      .map((line) => line.filter(({ visitor }) => !visitor.mustFinish))
      .reduce((longest, line) => (line.length > longest.length ? line : longest), [])
    if (refusable.length <= own + 1) throw this.#refusal()
    refusable.at(-1)?.refuse()
  }

  #beginNext(): void {
    const [next] = this.#lines
    if (!next) return
    const [name, [waiting, ...rest]] = next
    this.#lines.delete(name)
    // To the end: the others have their turns first.
    if (rest.length > 0) this.#lines.set(name, rest)
    this.#waiting -= 1
    this.#running += 1
    waiting?.begin()
  }

  #refusal(): Error {
    return busy(this.#limits.waitMs / 1000 / 3)
  }
}
