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

/** Milliseconds for which the server knows what happened; it keeps events for five minutes. */
const keptFor = 290_000

interface Followed {
  topic: string
  /** When the page read what it shows of the topic, until the server knows that. */
  readAt: number | undefined
}

/** What this page follows in real time. The code that connects it to the server is loaded later (`start-line.ts`). */
export class Realtime {
  readonly #listeners = new Map<Listener, Followed>()
  /** Called when the followed topics change. */
  onTopics: (() => void) | undefined

  /** The followed topics, such as `discussion:7`. */
  get topics(): string[] {
    return [...new Set([...this.#listeners.values()].map(({ topic }) => topic))]
  }

  /**
   * How many milliseconds ago the page read what it shows of topics, those of which the server does not know that yet: what
   * happened since then is to be told.
   */
  get ages(): Record<string, number> {
    const ages: Record<string, number> = {}
    for (const { topic, readAt } of this.#listeners.values()) {
      if (readAt !== undefined) ages[topic] = Math.max(ages[topic] ?? 0, performance.now() - readAt)
    }
    return ages
  }

  /** Takes note that the server knows them. */
  forgetAges(): void {
    for (const followed of this.#listeners.values()) followed.readAt = undefined
  }

  /**
   * Follows a topic. The listener gets all messages of this page, also those of other topics.
   * @param readAt when the page asked for what it shows of the topic, as `performance.now()` tells it: the listener also hears
   * what happened since.
   * @returns stops following.
   */
  follow(topic: string, listener: Listener, readAt?: number): () => void {
    const isForgotten = readAt !== undefined && performance.now() - readAt > keptFor
    this.#listeners.set(listener, { topic, readAt: isForgotten ? undefined : readAt })
    if (isForgotten) listener({ event: 'refresh', data: null })
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
