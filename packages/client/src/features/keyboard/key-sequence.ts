/** How long the next key of a sequence may take to come; ms. */
const PATIENCE = 1000

/** Reads pressed keys as sequences: `g` and `h` are `g h`. */
export class KeySequence {
  #begun = ''
  #begunAt = 0

  /**
   * @param known the sequences there are.
   * @param now milliseconds of any clock.
   * @returns the sequence that ends with this key, if there is one.
   */
  press(key: string, known: ReadonlySet<string>, now: number): string | undefined {
    const isInTime = this.#begun !== '' && now - this.#begunAt <= PATIENCE
    const keys = isInTime ? `${this.#begun} ${key}` : key
    this.#begun = ''
    if (known.has(keys)) return keys
    // A key that goes on with nothing may begin something.
    if (isInTime && known.has(key)) return key
    for (const begun of new Set([keys, key])) {
      if (![...known].some((sequence) => sequence.startsWith(`${begun} `))) continue
      this.#begun = begun
      this.#begunAt = now
      return undefined
    }
    return undefined
  }
}
