/** The data about the forum that the threads of a run need. */
export interface Plan {
  url: string
  /** Access token of the administrator. */
  token: string
  /** Short discussions, which the ordinary load reads and replies to. */
  ordinary: readonly { id: string; slug: string }[]
  /** The longest discussion, which hostile cases read and which is deleted at the end. */
  longest: { id: string; slug: string; lastPostNumber: number }
  /** A discussion of fifty posts of quotation marks only. */
  quotes: { id: string; slug: string }
  /** URL of the PostgreSQL database; undefined on SQLite. */
  postgresUrl: string | undefined
}

/** A kind of failure, and how often it happened. */
export interface Fault {
  text: string
  times: number
}

/** Counts faults by their text. */
export class Faults {
  readonly #times = new Map<string, number>()

  add(text: string): void {
    this.#times.set(text, (this.#times.get(text) ?? 0) + 1)
  }

  get list(): Fault[] {
    return [...this.#times].map(([text, times]) => ({ text, times }))
  }
}

/**
 * Checks the status of a response: 500 and above is a fault, except a 503 with `Retry-After`. Undefined if there is no
 * fault.
 */
export function faultOf(what: string, status: number, hasRetryAfter: boolean): string | undefined {
  if (status < 500) return undefined
  if (status === 503 && hasRetryAfter) return undefined
  return `${what} was answered with ${status}`
}
