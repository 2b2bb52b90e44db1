import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-128-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/**
 * Writes numbers of events so that only this process reads them, and never twice alike: a plain number would tell how much
 * happens that its reader may not see.
 */
export class Positions {
  readonly #key = randomBytes(16)

  write(number: number): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce)
    const written = Buffer.alloc(8)
    written.writeDoubleBE(number)
    return Buffer.concat([nonce, cipher.update(written), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    )
  }

  /** Returns the number; undefined for a text that this process has not written. */
  read(position: string): number | undefined {
    const bytes = Buffer.from(position, 'base64url')
    if (bytes.length !== nonceBytes + 8 + tagBytes) return undefined
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    try {
      const number = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
      return number.readDoubleBE()
    } catch {
      return undefined
    }
  }
}
