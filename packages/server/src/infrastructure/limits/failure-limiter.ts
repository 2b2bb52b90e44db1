/** The outcome of an attempt: `result` is undefined if it failed; `wait` are the seconds to wait if it was not made. */
export type AttemptResult<T> = { result: T | undefined } | { wait: number }

/** Counts failures of one kind, for example of one account. */
export interface FailureCounter {
  id: string
  /** How many failures are allowed until further attempts have to wait. */
  points: number
  /** Failures so far, and the seconds until they are forgotten. */
  failures(): Promise<{ count: number; seconds: number }>
  fail(): Promise<void>
}

interface Queue {
  inFlight: number
  /** Wakes the waiting attempts, first come, first served. */
  waiting: (() => void)[]
}

/**
 * Limits failed attempts. Attempts in flight reserve room as if they failed, and further ones wait for them: only
 * failures that did happen refuse an attempt.
 */
export class FailureLimiter {
  readonly #queues = new Map<string, Queue>()

  /** Runs `check` unless a counter is full, and counts a failure when it resolves with undefined. */
  async run<T>(
    counters: readonly FailureCounter[],
    check: () => Promise<T | undefined>,
  ): Promise<AttemptResult<T>> {
    for (;;) {
      const inFlight = counters.map(({ id }) => this.#enter(id))
      const outcome = await this.#tryRun(counters, inFlight, check)
      if (typeof outcome !== 'string') return outcome
      await this.#waitForRoom(outcome)
    }
  }

  /** Returns the outcome, or the id of the counter that has no room for the attempt now. */
  async #tryRun<T>(
    counters: readonly FailureCounter[],
    inFlight: readonly number[],
    check: () => Promise<T | undefined>,
  ): Promise<AttemptResult<T> | string> {
    let hasEnded = true
    try {
      const states = await Promise.all(counters.map((counter) => counter.failures()))
      const found = counters.map(({ id, points }, index) => {
        const { count = 0, seconds = 0 } = states[index] ?? {}
        return { id, seconds, isSpent: count >= points, isFull: count + (inFlight[index] ?? 0) >= points }
      })
      const spent = found.filter(({ isSpent }) => isSpent)
      if (spent.length > 0) return { wait: Math.max(...spent.map(({ seconds }) => seconds)) }
      const full = found.find(({ isFull }) => isFull)
      hasEnded = full === undefined
      if (full) return full.id
      const result = await check()
      if (result === undefined) await Promise.all(counters.map((counter) => counter.fail()))
      return { result }
    } finally {
      for (const { id } of counters) this.#leave(id, hasEnded)
    }
  }

  /** Counts one more attempt in flight, and returns how many there were before. */
  #enter(id: string): number {
    const queue = this.#queues.get(id) ?? { inFlight: 0, waiting: [] }
    this.#queues.set(id, queue)
    queue.inFlight += 1
    return queue.inFlight - 1
  }

  /** Wakes the next waiting attempt if this one has ended, or if no other attempt is left to wake it. */
  #leave(id: string, hasEnded: boolean): void {
    const queue = this.#queues.get(id)
    if (!queue) return
    queue.inFlight -= 1
    if (hasEnded || queue.inFlight === 0) queue.waiting.shift()?.()
    if (queue.inFlight === 0 && queue.waiting.length === 0) this.#queues.delete(id)
  }

  /** Resolves when there may be room; at once if no attempt is in flight. */
  #waitForRoom(id: string): Promise<void> {
    const queue = this.#queues.get(id)
    return queue ? new Promise((resolve) => void queue.waiting.push(resolve)) : Promise.resolve()
  }
}
