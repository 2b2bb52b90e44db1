import { storeHealth } from '../../features/extensions/health-record.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Log } from '../../points/context/context.ts'
import type { ExtensionHealth } from '../../points/health/extension-health.ts'

const intervalMs = 60_000

/** Stores what a process has measured of its extensions, once a minute and at its end. */
export class HealthRecorder {
  readonly #health: ExtensionHealth
  readonly #database: Database
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #storing: Promise<void> = Promise.resolve()
  #isFailing = false

  constructor(health: ExtensionHealth, database: Database, log: Log) {
    this.#health = health
    this.#database = database
    this.#log = log
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#store(), intervalMs).unref()
  }

  /** Stores the last measurements, if it was started. */
  async close(): Promise<void> {
    if (this.#timer) this.#store()
    clearInterval(this.#timer)
    await this.#storing
  }

  #store(): void {
    this.#storing = this.#storing.then(async () => {
      try {
        await storeHealth(this.#database, this.#health.take(), this.#health.now())
        this.#isFailing = false
      } catch (error) {
        // What was measured in this minute is lost: it is only a statistic.
        if (!this.#isFailing) this.#log.warn({ err: error }, 'The health of the extensions cannot be stored')
        this.#isFailing = true
      }
    })
  }
}
