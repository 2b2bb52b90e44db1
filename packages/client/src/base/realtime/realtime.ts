/** A message of real time: an event with what is told of it. */
export interface RealtimeMessage {
  /**
   * Events of the forum, such as `newPost`; `changed` for a row that changed. `refresh` says that messages may be missing,
   * `poll`, once a minute, that none come.
   */
  event: string
  /** Its position in the order of the server; absent for what this browser says itself. */
  id?: string
  data: unknown
}

type Listener = (message: RealtimeMessage) => void

/** What this page follows in real time. The code that connects it to the server is loaded later (`start-line.ts`). */
export class Realtime {
  readonly #listeners = new Map<Listener, string | undefined>()
  /** Called when the followed topics change. */
  onTopics: (() => void) | undefined

  /** The followed topics, such as `discussion:7`. */
  get topics(): string[] {
    return [...new Set([...this.#listeners.values()].filter((topic) => topic !== undefined))]
  }

  /**
   * Follows a topic, or without one only what concerns the account. The listener gets all messages of this page, also those
   * of other topics. @returns stops following.
   */
  follow(topic: string | undefined, listener: Listener): () => void {
    this.#listeners.set(listener, topic)
    this.onTopics?.()
    return () => {
      this.#listeners.delete(listener)
      this.onTopics?.()
    }
  }

  deliver(message: RealtimeMessage): void {
    for (const listener of this.#listeners.keys()) listener(message)
  }
}

declare module '../../points/app.ts' {
  interface App {
    readonly realtime: Realtime
  }
}
