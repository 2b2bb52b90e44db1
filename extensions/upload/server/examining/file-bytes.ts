import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const windowSize = 64 * 1024

/** What is beyond the end of a file was read. */
export class BeyondEnd extends Error {}

/** The bytes of a file, of which a small part is in memory. */
export class FileBytes {
  readonly size: number
  readonly #file: number
  #window = Buffer.alloc(0)
  #start = 0

  /** Opens a file; `close` is needed. */
  constructor(path: string) {
    this.#file = openSync(path, 'r')
    this.size = fstatSync(this.#file).size
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Up to 64 kB from an offset. @throws `BeyondEnd` if the file ends before. */
  slice(offset: number, length: number): Buffer {
    if (offset < 0 || offset + length > this.size) throw new BeyondEnd()
    const isThere = offset >= this.#start && offset + length <= this.#start + this.#window.length
    if (!isThere) {
      const buffer = Buffer.alloc(Math.min(windowSize, this.size - offset))
      this.#window = buffer.subarray(0, readSync(this.#file, buffer, 0, buffer.length, offset))
      this.#start = offset
    }
    const from = offset - this.#start
    if (from + length > this.#window.length) throw new BeyondEnd()
    return this.#window.subarray(from, from + length)
  }

  /** The next place of a byte from an offset on. @throws `BeyondEnd` without one. */
  find(byte: number, offset: number): number {
    for (let at = offset; ; ) {
      const length = Math.min(windowSize / 4, this.size - at)
      if (length <= 0) throw new BeyondEnd()
      const found = this.slice(at, length).indexOf(byte)
      if (found >= 0) return at + found
      at += length
    }
  }

  byte(offset: number): number {
    return this.slice(offset, 1)[0] ?? 0
  }

  uint16(offset: number): number {
    return this.slice(offset, 2).readUInt16BE()
  }

  uint32(offset: number): number {
    return this.slice(offset, 4).readUInt32BE()
  }

  /** Text of ASCII letters. */
  name(offset: number, length: number): string {
    return this.slice(offset, length).toString('latin1')
  }
}
