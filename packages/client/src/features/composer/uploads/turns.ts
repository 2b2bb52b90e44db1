/** Lets a few tasks run at once. Others wait for their turn, in their order. */
export class Turns {
  readonly #most: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** Whether a task that comes now has to wait. */
  get isBusy(): boolean {
    return this.#running >= this.#most
  }

  /** Runs a task when it is its turn; at once if it can. Rejects if `signal` is aborted before its end. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.isBusy) await this.#turn(signal)
    else this.#running += 1
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const handleAbort = () => reject(signal.reason)
    signal.addEventListener('abort', handleAbort)
    try {
      signal.throwIfAborted()
      // A task that goes on in spite of the signal does not hold up the others.
      return await Promise.race([task(), aborted])
    } finally {
      signal.removeEventListener('abort', handleAbort)
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(resolve)
      const handleAbort = () => {
        const place = this.#waiting.indexOf(resolve)
        if (place === -1) return
        this.#waiting.splice(place, 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', handleAbort, { once: true })
    })
  }
}
