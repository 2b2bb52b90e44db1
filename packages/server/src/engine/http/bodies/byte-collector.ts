/**
 * Bytes that arrive in pieces, copied into one buffer. Keeping the pieces themselves would take a hundred times the
 * memory when each of them is a single byte.
 */
export class ByteCollector {
  #buffer = Buffer.alloc(0)
  #length = 0

  /** How many bytes there are. */
  get length(): number {
    return this.#length
  }

  add(piece: Buffer): void {
    const length = this.#length + piece.length
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#buffer.length * 2, 1024))
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    piece.copy(this.#buffer, this.#length)
    this.#length = length
  }

  /** All of them; further pieces may change what was returned. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}
