/** Begins ids of what administrators write, so that they are none of the page around. */
export const idPrefix = 'section-'

/** The longest id of a heading, in characters. */
const longestId = 80

/** Gives each heading of a text an id of its own, made of its words in any script. */
export class HeadingIds {
  readonly #taken: Set<string>
  /** The number that the next heading with the same words tries first. */
  readonly #numbers = new Map<string, number>()

  /** @param taken ids that the text has already. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken)
  }

  /** The id of the next heading with these words; undefined for a heading without any. */
  next(words: string): string | undefined {
    const name = words
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
    if (name === '') return undefined
    const first = idPrefix + [...name].slice(0, longestId).join('')
    let number = this.#numbers.get(first) ?? 1
    const idOf = () => (number === 1 ? first : `${first}-${number}`)
    while (this.#taken.has(idOf())) number += 1
    const id = idOf()
    this.#numbers.set(first, number + 1)
    this.#taken.add(id)
    return id
  }
}
