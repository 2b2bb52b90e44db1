import type { Log } from '../points/context/context.ts'

const pauseMs = 1000

/** Looks again and again, a pause after each look; tells of a failure once until a look succeeds. */
export class Poller {
  readonly #look: () => Promise<void>
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #isFailing = false
  #isStopped = false

  constructor(look: () => Promise<void>, log: Log) {
    this.#look = look
    this.#log = log
  }

  start(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.#run(), pauseMs).unref()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    try {
      await this.#look()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing)
        this.#log.error({ err: error }, 'What other processes changed cannot be taken over')
      this.#isFailing = true
    }
    this.start()
  }
}
