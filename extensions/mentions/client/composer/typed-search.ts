/** Shortest query for which the server is asked. */
const minLength = 2
/** Rows of an answer: one with fewer is complete. */
export const searchLimit = 5

type Ask = (query: string) => Promise<readonly string[]>

/** Finds records by asking the server, once for each query and not for what a complete answer covers. */
export class TypedSearch {
  readonly #ask: Ask
  /** The ids of the answers, by query. */
  readonly #answers = new Map<string, readonly string[]>()
  readonly #asked = new Map<string, Promise<readonly string[]>>()

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** @returns the ids of what the server has found for the query; none if the store has all that it could find. */
  async find(typed: string): Promise<readonly string[]> {
    const query = typed.trim().toLowerCase()
    if (query.length < minLength) return []
    const asked = this.#asked.get(query)
    if (asked !== undefined) return asked
    if (this.#isCovered(query)) return []
    const asking = this.#ask(query)
    this.#asked.set(query, asking)
    try {
      const ids = await asking
      this.#answers.set(query, ids)
      return ids
    } catch (error) {
      this.#asked.delete(query)
      throw error
    }
  }

  /** Whether the beginning of the query got a complete answer. */
  #isCovered(query: string): boolean {
    for (let { length } = query; length >= minLength; length -= 1) {
      const ids = this.#answers.get(query.slice(0, length))
      if (ids !== undefined && ids.length < searchLimit) return true
    }
    return false
  }
}
