import type { Log } from '../points/context/context.ts'

/** Tasks that continue after their requests are answered; failures are logged. */
export class BackgroundTasks {
  readonly #log: Log
  readonly #running = new Set<Promise<void>>()

  constructor(log: Log) {
    this.#log = log
  }

  run(name: string, task: Promise<unknown>): void {
    const running: Promise<void> = task
      .then(
        () => {},
        (error) => this.#log.error({ err: error }, `${name} failed`),
      )
      .then(() => void this.#running.delete(running))
    this.#running.add(running)
  }

  /** Resolves when no task is running, including those started in the meantime. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
