import type { Log } from '../points/context/context.ts'

const intervalMs = 1000

/** Runs a function repeatedly with a pause between runs; logs only the first of consecutive failures. */
export class Poller {
  readonly #poll: () => Promise<void>
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #isFailing = false
  #isStopped = false

  constructor(poll: () => Promise<void>, log: Log) {
    this.#poll = poll
    this.#log = log
  }

  start(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.#run(), intervalMs).unref()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    try {
      await this.#poll()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#log.error({ err: error }, 'Changes by other processes cannot be adopted')
      this.#isFailing = true
    }
    this.start()
  }
}
