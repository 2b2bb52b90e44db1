import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const poolSize = 4096
let pool = Buffer.alloc(0)
let used = 0

/** `length` unguessable letters and digits. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    if (used === pool.length) {
      pool = randomBytes(poolSize)
      used = 0
    }
    const byte = pool[used++] ?? 255
    // Bytes beyond the last whole multiple of 62 would favour the first letters.
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}
