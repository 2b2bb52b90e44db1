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

/** A topic that a listener follows. */
export interface Followed {
  topic: string
  /** When the page read what it shows of the topic, until the server knows that. */
  readAt: number | undefined
}

/** What this page follows in real time. The code that connects it to the server is loaded later (`start-line.ts`). */
export class Realtime {
  /** What each listener follows. */
  readonly followed = new Map<Listener, Followed>()
  /** Called when the followed topics change. */
  onTopics: (() => void) | undefined

  /** The followed topics, such as `discussion:7`. */
  get topics(): string[] {
    return [...new Set([...this.followed.values()].map(({ topic }) => topic))]
  }

  /**
   * Follows a topic. The listener gets all messages of this page, also those of other topics.
   * @param readAt when the page asked for what it shows of the topic, as `performance.now()` tells it: the listener also hears
   * what happened since.
   * @returns stops following.
   */
  follow(topic: string, listener: Listener, readAt?: number): () => void {
    const isForgotten = readAt !== undefined && performance.now() - readAt > keptFor
    this.followed.set(listener, { topic, readAt: isForgotten ? undefined : readAt })
    if (isForgotten) listener({ event: 'refresh', data: null })
    this.onTopics?.()
    return () => {
      this.followed.delete(listener)
      this.onTopics?.()
    }
  }

  deliver(message: RealtimeMessage): void {
    for (const listener of this.followed.keys()) listener(message)
  }
}

declare module '../../points/app.ts' {
  interface App {
    readonly realtime: Realtime
  }
}
