import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const poolSize = 4096
let pool = Buffer.alloc(0)
let used = 0

/** Returns `length` unguessable letters and digits. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    if (used === pool.length) {
      pool = randomBytes(poolSize)
      used = 0
    }
    const byte = pool[used++] ?? 255
    // Bytes from the last multiple of 62 on would favour the first letters.
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}
