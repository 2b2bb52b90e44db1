/** A clock that stands still until a test sets or advances it. */
export class TestClock {
  #now: Date

  constructor(start: Date | string = '2024-01-01T00:00:00Z') {
    this.#now = new Date(start)
  }

  readonly now = (): Date => new Date(this.#now)

  set(time: Date | string): void {
    this.#now = new Date(time)
  }

  /** Moves the time forward. */
  advance(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000)
  }
}
