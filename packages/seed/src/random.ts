/** Pseudo-random numbers, reproducible by their seed. Mulberry32: https://github.com/cprosche/mulberry32 */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** A whole number from `first` to `last`, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1)
  }

  /** True with the probability `share`. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('There is no value to pick')
    return value
  }

  /** An exponentially distributed pause with the average 1. */
  wait(): number {
    return -Math.log(1 - this.next())
  }

  shuffle<Value>(values: Value[]): Value[] {
    for (let last = values.length - 1; last > 0; last--) {
      const other = this.below(last + 1)
      const moved = values[last] as Value
      values[last] = values[other] as Value
      values[other] = moved
    }
    return values
  }
}
