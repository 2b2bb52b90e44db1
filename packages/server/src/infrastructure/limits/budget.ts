import { busy, type ForumError } from '../errors.ts'

export interface BudgetOptions {
  /** How much may be reserved at the same time: bytes, or concurrent pieces of work. */
  total: number
  /** How much of the total one key may reserve, for example an address; all of it by default. */
  perKey?: number
  /** How many requests may wait, in total and per key. Further requests are refused at once. */
  waiting: { total: number; perKey?: number }
  /** After how many milliseconds in the queue a request is refused. */
  waitMs: number
}

/** Options of a reservation. */
export interface Claim {
  key?: string
  /** Aborts the wait; `reserve` then rejects with the reason. */
  signal?: AbortSignal | undefined
}

/** The budgets that bound the memory of responses. One of each per process. */
export interface Budgets {
  /** Concurrent answers and pages: they are read without long texts (`longTexts`), so each takes little memory. */
  answers: Budget
  /** Concurrent streamed answers, each of which keeps its document without long texts until it ends. */
  streams: Budget
  /** Bytes of long texts that are being rendered or written, and of chunks and pages that clients have not received yet. */
  bytes: Budget
  /** Bytes of other large answers that clients have not received yet, apart from `bytes` so that these do not delay them. */
  whole: Budget
}

/** Creates budgets that keep the process below 700 MB under any load, including its idle memory. */
export function createBudgets(): Budgets {
  const budget = (total: number, waiting: number) =>
    new Budget({ total, waiting: { total: waiting }, waitMs: 10_000 })
  return {
    answers: budget(64, 10_000),
    // One address gets at most half of them: a slow client holds them for long.
    streams: new Budget({ total: 48, perKey: 24, waiting: { total: 16, perKey: 8 }, waitMs: 10_000 }),
    bytes: budget(64 * 2 ** 20, 128),
    whole: budget(32 * 2 ** 20, 128),
  }
}

/** A reserved part of a budget. It must be released; further calls of `release` do nothing. */
export interface Reservation {
  /** Changes the amount immediately, also to one that exceeds the budget. */
  resize(amount: number): void
  release(): void
}

interface Waiter {
  key: string
  amount: number
  admit(): void
}

/**
 * A weighted semaphore. A request for more than is free waits in a queue, first come, first served; a key that has used up
 * its own share does not block other keys. An amount above the total reserves the whole budget, and so runs alone.
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #queue = new Set<Waiter>()
  /** Reserved amounts by key, if keys have shares. */
  readonly #byKey = new Map<string, number>()
  #used = 0
  #peak = 0

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** The amount that is reserved now. */
  get used(): number {
    return this.#used
  }

  /** The highest amount that was ever reserved at the same time. */
  get peak(): number {
    return this.#peak
  }

  /** The length of the queue. */
  get waiting(): number {
    return this.#queue.size
  }

  /**
   * Reserves an amount, synchronously if it is free. An amount above the share of the key counts as the whole share.
   * @throws `busy` (503 with `Retry-After`) when the queue is full, and after `waitMs` in it.
   */
  reserve(amount: number, { key = '', signal }: Claim = {}): Reservation | Promise<Reservation> {
    const { total, perKey = total } = this.#options
    const requested = Math.min(amount, perKey, total)
    if (!this.#isBlocked() && this.#fits(key, requested)) return this.#grant(key, requested)
    return this.#wait(key, requested, signal)
  }

  /** Runs `work` with a reservation, and releases it when `work` ends. Throws what `reserve` and `work` throw. */
  async hold<T>(amount: number, work: () => T | Promise<T>, claim?: Claim): Promise<T> {
    const reservation = await this.reserve(amount, claim)
    try {
      return await work()
    } finally {
      reservation.release()
    }
  }

  #wait(key: string, amount: number, signal: AbortSignal | undefined): Promise<Reservation> {
    const { waiting, waitMs } = this.#options
    signal?.throwIfAborted()
    if (this.#queue.size >= waiting.total || this.#waitersOf(key) >= (waiting.perKey ?? waiting.total)) {
      throw this.#refusal()
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        this.#queue.delete(waiter)
      }
      const refuse = (reason: unknown) => {
        leave()
        reject(reason)
        // The refused request may have blocked smaller ones.
        this.#admitWaiters()
      }
      const abort = () => refuse(signal?.reason)
      const timer = setTimeout(() => refuse(this.#refusal()), waitMs)
      const waiter: Waiter = {
        key,
        amount,
        admit: () => {
          leave()
          resolve(this.#grant(key, amount))
        },
      }
      this.#queue.add(waiter)
      signal?.addEventListener('abort', abort)
    })
  }

  #refusal(): ForumError {
    return busy(this.#options.waitMs / 1000)
  }

  #waitersOf(key: string): number {
    return [...this.#queue].filter((waiter) => waiter.key === key).length
  }

  /** Whether some waiter waits for the total and not only for the share of its key. */
  #isBlocked(): boolean {
    for (const { key, amount } of this.#queue) if (this.#hasShare(key, amount)) return true
    return false
  }

  #fits(key: string, amount: number): boolean {
    return this.#used + amount <= this.#options.total && this.#hasShare(key, amount)
  }

  #hasShare(key: string, amount: number): boolean {
    const { perKey } = this.#options
    return perKey === undefined || (this.#byKey.get(key) ?? 0) + amount <= perKey
  }

  #grant(key: string, amount: number): Reservation {
    let held = amount
    let isReleased = false
    this.#change(key, held)
    return {
      resize: (newAmount) => {
        if (isReleased) return
        const by = newAmount - held
        held = newAmount
        this.#change(key, by)
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        this.#change(key, -held)
      },
    }
  }

  #change(key: string, by: number): void {
    this.#used += by
    this.#peak = Math.max(this.#peak, this.#used)
    if (this.#options.perKey !== undefined) {
      const left = (this.#byKey.get(key) ?? 0) + by
      if (left === 0) this.#byKey.delete(key)
      else this.#byKey.set(key, left)
    }
    if (by < 0) this.#admitWaiters()
  }

  #admitWaiters(): void {
    for (const waiter of [...this.#queue]) {
      if (!this.#hasShare(waiter.key, waiter.amount)) continue
      // In order: small requests must not starve a large one.
      if (this.#used + waiter.amount > this.#options.total) return
      waiter.admit()
    }
  }
}
