/** The reader's place in a discussion. */
export interface Position {
  /** Number of the topmost visible post; of the last post while the end of the posts is visible. */
  readonly number: number
  /** Date of that post, RFC 3339. */
  readonly createdAt: string | undefined
}

/** Observable reading position. Separate from the stream: it changes on every scroll, and few components show it. */
export class ReadingPosition {
  #current: Position
  #listeners = new Set<() => void>()

  constructor(first: Position) {
    this.#current = first
  }

  get current(): Position {
    return this.#current
  }

  set(position: Position): void {
    if (position.number === this.#current.number && position.createdAt === this.#current.createdAt) return
    this.#current = position
    for (const listener of [...this.#listeners]) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
