/**
 * Copies bytes that arrive in pieces into one growing buffer. A list of pieces would take a hundred times the memory
 * if each piece were a single byte.
 */
export class ByteCollector {
  #buffer = Buffer.alloc(0)
  #length = 0

  /** Number of collected bytes. */
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

  /** All collected bytes. Later calls of `add` may change them. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}
