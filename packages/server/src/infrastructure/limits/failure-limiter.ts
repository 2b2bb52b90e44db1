/** What came of an attempt: undefined when it failed; the seconds to wait when it was not made. */
export type AttemptResult<T> = { result: T | undefined } | { wait: number }

/** Counts failures of one kind, of one account for example. */
export interface FailureCounter {
  id: string
  /** How many failures are too many. */
  points: number
  /** Failures so far, and the seconds until they are forgotten. */
  failures(): Promise<{ count: number; seconds: number }>
  fail(): Promise<void>
}

interface Queue {
  underWay: number
  /** Wakes those who wait, first come first served. */
  waiting: (() => void)[]
}

/**
 * Attempts of which only so many may fail. Those under way count as if they failed, and who finds no room beside them
 * waits: only failures that happened refuse somebody.
 */
export class FailureLimiter {
  readonly #queues = new Map<string, Queue>()

  /** Runs `judge` unless a counter is full, and counts it when it resolves with undefined. */
  async run<T>(
    counters: readonly FailureCounter[],
    judge: () => Promise<T | undefined>,
  ): Promise<AttemptResult<T>> {
    for (;;) {
      const ahead = counters.map(({ id }) => this.#enter(id))
      const outcome = await this.#judged(counters, ahead, judge)
      if (typeof outcome !== 'string') return outcome
      await this.#room(outcome)
    }
  }

  /** The outcome, or the id of the counter that has no room for it now. */
  async #judged<T>(
    counters: readonly FailureCounter[],
    ahead: readonly number[],
    judge: () => Promise<T | undefined>,
  ): Promise<AttemptResult<T> | string> {
    let isOver = true
    try {
      const states = await Promise.all(counters.map((counter) => counter.failures()))
      const found = counters.map(({ id, points }, index) => {
        const { count = 0, seconds = 0 } = states[index] ?? {}
        return { id, seconds, isSpent: count >= points, isFull: count + (ahead[index] ?? 0) >= points }
      })
      const spent = found.filter(({ isSpent }) => isSpent)
      if (spent.length > 0) return { wait: Math.max(...spent.map(({ seconds }) => seconds)) }
      const full = found.find(({ isFull }) => isFull)
      isOver = full === undefined
      if (full) return full.id
      const result = await judge()
      if (result === undefined) await Promise.all(counters.map((counter) => counter.fail()))
      return { result }
    } finally {
      for (const { id } of counters) this.#leave(id, isOver)
    }
  }

  /** Counts one more under way, and returns how many there were. */
  #enter(id: string): number {
    const queue = this.#queues.get(id) ?? { underWay: 0, waiting: [] }
    this.#queues.set(id, queue)
    queue.underWay += 1
    return queue.underWay - 1
  }

  /** Wakes the next one when something came of the attempt, or when there is nobody else to do it. */
  #leave(id: string, isOver: boolean): void {
    const queue = this.#queues.get(id)
    if (!queue) return
    queue.underWay -= 1
    if (isOver || queue.underWay === 0) queue.waiting.shift()?.()
    if (queue.underWay === 0 && queue.waiting.length === 0) this.#queues.delete(id)
  }

  /** Resolves when there may be room, at once when nobody is under way. */
  #room(id: string): Promise<void> {
    const queue = this.#queues.get(id)
    return queue ? new Promise((resolve) => void queue.waiting.push(resolve)) : Promise.resolve()
  }
}
