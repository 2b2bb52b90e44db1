import { busy, type ForumError } from '../errors.ts'

export interface BudgetOptions {
  /** How much may be taken at the same time: bytes, or pieces of work. */
  total: number
  /** How much of it under one key, an address for example; all of it unless given. */
  perKey?: number
  /** How many may wait, and how many of them under one key. Further requests are refused at once. */
  waiting: { total: number; perKey?: number }
  /** After how many milliseconds in the queue a request is refused. */
  waitMs: number
}

/** For whom an amount is taken, and until when the wait for it makes sense. */
export interface Claim {
  key?: string
  /** Ends the wait; `reserve` then rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** What bounds the memory of answers in the making. One of each per process. */
export interface Budgets {
  /** Answers and pages that are read from the database and written: their rows are light (`longTexts`). */
  answers: Budget
  /** Answers that go out piece by piece, each holding what is light of its document until then. */
  streams: Budget
  /** Bytes of long texts in the making, and in pieces and pages that clients have not taken yet. */
  bytes: Budget
  /** Bytes of large answers of other kinds that clients have not taken yet: they do not wait for long texts. */
  whole: Budget
}

/** Together with what is idle this stays below 700 MB, whatever visitors ask for. */
export function createBudgets(): Budgets {
  const budget = (total: number, waiting: number) =>
    new Budget({ total, waiting: { total: waiting }, waitMs: 10_000 })
  return {
    answers: budget(64, 10_000),
    // One address has at most half of them: who takes answers slowly keeps them long.
    streams: new Budget({ total: 48, perKey: 24, waiting: { total: 16, perKey: 8 }, waitMs: 10_000 }),
    bytes: budget(64 * 2 ** 20, 128),
    whole: budget(32 * 2 ** 20, 128),
  }
}

/** A part of a budget. Give it back with `release` in any case; further calls do nothing. */
export interface Reservation {
  /** Goes on with another amount at once, more or less than before: what is known by now. */
  resize(amount: number): void
  release(): void
}

interface Waiting {
  key: string
  amount: number
  admit(): void
}

/**
 * A semaphore that counts amounts. A request for more than is free waits in a queue, first come, first served; a key that
 * has used up its own share holds up no other key. What is larger than the budget takes all of it and so goes alone.
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #queue = new Set<Waiting>()
  /** What is taken by key, where keys have shares. */
  readonly #byKey = new Map<string, number>()
  #used = 0
  #highest = 0

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** What is taken at the moment. */
  get used(): number {
    return this.#used
  }

  /** The most that was ever taken at the same time. */
  get highest(): number {
    return this.#highest
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.size
  }

  /**
   * Takes an amount, at once where it is free; more than a key may have counts as all it may have.
   * @throws `busy` (503 with `Retry-After`) where the queue is full, and after `waitMs` in it.
   */
  reserve(amount: number, { key = '', signal }: Claim = {}): Reservation | Promise<Reservation> {
    const { total, perKey = total } = this.#options
    const wanted = Math.min(amount, perKey, total)
    if (!this.#isBlocked() && this.#fits(key, wanted)) return this.#take(key, wanted)
    return this.#wait(key, wanted, signal)
  }

  /** Runs `work` with an amount taken, however it ends. Throws what `reserve` and `work` throw. */
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
    if (this.#queue.size >= waiting.total || this.#waitingUnder(key) >= (waiting.perKey ?? waiting.total)) {
      throw this.#refusal()
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        this.#queue.delete(turn)
      }
      const refuse = (reason: unknown) => {
        leave()
        reject(reason)
        // It may have stood before smaller ones.
        this.#admit()
      }
      const abort = () => refuse(signal?.reason)
      const timer = setTimeout(() => refuse(this.#refusal()), waitMs)
      const turn: Waiting = {
        key,
        amount,
        admit: () => {
          leave()
          resolve(this.#take(key, amount))
        },
      }
      this.#queue.add(turn)
      signal?.addEventListener('abort', abort)
    })
  }

  #refusal(): ForumError {
    return busy(this.#options.waitMs / 1000)
  }

  #waitingUnder(key: string): number {
    return [...this.#queue].filter((waiting) => waiting.key === key).length
  }

  /** Whether the next in line waits for room that no key's own share can make. */
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

  #take(key: string, amount: number): Reservation {
    let held = amount
    let isReleased = false
    this.#change(key, held)
    return {
      resize: (wanted) => {
        if (isReleased) return
        const by = wanted - held
        held = wanted
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
    this.#highest = Math.max(this.#highest, this.#used)
    if (this.#options.perKey !== undefined) {
      const left = (this.#byKey.get(key) ?? 0) + by
      if (left === 0) this.#byKey.delete(key)
      else this.#byKey.set(key, left)
    }
    if (by < 0) this.#admit()
  }

  #admit(): void {
    for (const turn of [...this.#queue]) {
      if (!this.#hasShare(turn.key, turn.amount)) continue
      // In order: many small ones must not keep a large one waiting for ever.
      if (this.#used + turn.amount > this.#options.total) return
      turn.admit()
    }
  }
}
