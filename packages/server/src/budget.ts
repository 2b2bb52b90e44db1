import { overloaded } from './errors.ts'

export interface BudgetOptions {
  /** How much may be taken at the same time: bytes, places. */
  total: number
  /** How much of it under one key, an address for example. */
  perKey: number
  /** How many may wait, and how many of them under one key. */
  waiting: { total: number; perKey: number }
  /** How long one waits at most, in milliseconds. */
  waitMs: number
}

/** Gives back what was taken; a second call does nothing. */
export type GiveBack = () => void

interface Waiting {
  key: string
  amount: number
  admit(): void
}

/**
 * Something that there is only so much of: memory, places. What does not fit waits in order of arrival; one key that has
 * used up its own share holds up no other key.
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #taken = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  #free: number

  constructor(options: BudgetOptions) {
    this.#options = options
    this.#free = options.total
  }

  /**
   * Resolves when `amount` is taken; more than a key may have counts as all it may have.
   * @param signal ends the waiting.
   * @throws `overloaded` when too many wait or the wait is over, and the signal's reason.
   */
  async take(key: string, amount: number, signal?: AbortSignal): Promise<GiveBack> {
    const { total, perKey } = this.#options
    const taken = Math.min(amount, perKey, total)
    if (this.#isBlocked() || !this.#fits(key, taken)) await this.#turn(key, taken, signal)
    else this.#book(key, taken)
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      this.#book(key, -taken)
      this.#admit()
    }
  }

  /** Runs `work` with `amount` taken. Throws what `take` and `work` throw. */
  async run<T>(key: string, amount: number, work: () => Promise<T>): Promise<T> {
    const giveBack = await this.take(key, amount)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  /** What is taken, and how many wait. */
  get load(): { taken: number; waiting: number } {
    return { taken: this.#options.total - this.#free, waiting: this.#waiting.size }
  }

  #turn(key: string, amount: number, signal: AbortSignal | undefined): Promise<void> {
    const { waiting, waitMs } = this.#options
    const ofKey = [...this.#waiting].filter((other) => other.key === key).length
    if (this.#waiting.size >= waiting.total || ofKey >= waiting.perKey) {
      return Promise.reject(overloaded(waitMs / 1000))
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        this.#waiting.delete(turn)
      }
      const refuse = (reason: unknown) => {
        leave()
        reject(reason)
        // It may have held up smaller ones.
        this.#admit()
      }
      const abort = () => refuse(signal?.reason)
      const timer = setTimeout(() => refuse(overloaded(waitMs / 1000)), waitMs)
      const turn: Waiting = {
        key,
        amount,
        admit: () => {
          leave()
          this.#book(key, amount)
          resolve()
        },
      }
      this.#waiting.add(turn)
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort)
    })
  }

  /** Whether the next in line waits for room that no key's own share can make. */
  #isBlocked(): boolean {
    for (const { key, amount } of this.#waiting) if (this.#hasShare(key, amount)) return true
    return false
  }

  #admit(): void {
    for (const turn of [...this.#waiting]) {
      if (!this.#hasShare(turn.key, turn.amount)) continue
      // In order: many small ones must not keep a large one waiting for ever.
      if (turn.amount > this.#free) return
      turn.admit()
    }
  }

  #fits(key: string, amount: number): boolean {
    return amount <= this.#free && this.#hasShare(key, amount)
  }

  #hasShare(key: string, amount: number): boolean {
    return (this.#taken.get(key) ?? 0) + amount <= this.#options.perKey
  }

  #book(key: string, amount: number): void {
    this.#free -= amount
    const left = (this.#taken.get(key) ?? 0) + amount
    if (left === 0) this.#taken.delete(key)
    else this.#taken.set(key, left)
  }
}
