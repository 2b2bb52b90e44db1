import type { Log } from '../points/context/context.ts'

/** What goes on behind answers that are already out. */
export class BackgroundTasks {
  readonly #log: Log
  readonly #running = new Set<Promise<void>>()

  constructor(log: Log) {
    this.#log = log
  }

  run(what: string, work: Promise<unknown>): void {
    const running: Promise<void> = work
      .then(
        () => {},
        (error) => this.#log.error({ err: error }, `${what} failed`),
      )
      .then(() => void this.#running.delete(running))
    this.#running.add(running)
  }

  /** Resolves when nothing is running, what was begun meanwhile included. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
