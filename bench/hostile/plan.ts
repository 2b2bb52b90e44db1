/** What the threads of a run are told about the forum. */
export interface Plan {
  url: string
  /** Access token of the administrator. */
  token: string
  /** Short discussions, which the ordinary load reads and replies to. */
  ordinary: readonly { id: string; slug: string }[]
  /** The longest discussion. It is read by hostile cases and deleted at the very end. */
  longest: { id: string; slug: string; lastPostNumber: number }
  /** A discussion of fifty posts that consist of quotation marks only. */
  quotes: { id: string; slug: string }
  /** Address of the PostgreSQL database; undefined on SQLite. */
  postgresUrl: string | undefined
}

/** A failure of the forum, told once however often it happens. */
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
 * The fault in an answer that should be a success or an honest refusal: every 500, and a 503 that does not say when to
 * come again. Undefined when there is none.
 */
export function faultOf(what: string, response: Response): string | undefined {
  const { status, headers } = response
  if (status < 500) return undefined
  if (status === 503 && headers.has('retry-after')) return undefined
  return `${what} was answered with ${status}`
}
