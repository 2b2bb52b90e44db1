/** Time limit for the next key of a sequence; ms. */
const timeLimit = 1000

/** Reads pressed keys as sequences: `g` and `h` are `g h`. */
export class KeySequence {
  #started = ''
  #startedAt = 0

  /**
   * @param sequences all declared sequences.
   * @param now milliseconds of any clock.
   * @returns the sequence that this key completes, if any.
   */
  press(key: string, sequences: ReadonlySet<string>, now: number): string | undefined {
    const isInTime = this.#started !== '' && now - this.#startedAt <= timeLimit
    const keys = isInTime ? `${this.#started} ${key}` : key
    this.#started = ''
    if (sequences.has(keys)) return keys
    // A key that continues no sequence may start one.
    if (isInTime && sequences.has(key)) return key
    for (const start of new Set([keys, key])) {
      if (![...sequences].some((sequence) => sequence.startsWith(`${start} `))) continue
      this.#started = start
      this.#startedAt = now
      return undefined
    }
    return undefined
  }
}
