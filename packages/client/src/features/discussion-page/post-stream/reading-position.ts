/** Where the reader is in a discussion. */
export interface Position {
  /** Of the topmost post that is to be seen; of the last one once the end of the posts is to be seen. */
  readonly number: number
  /** When that post was written, RFC 3339. */
  readonly createdAt: string | undefined
}

/** The reader's position, apart from the posts: it changes with every scroll, and few parts of the page show it. */
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
