import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a text that the database keeps but nobody who steals it may read. What is sealed for one purpose cannot be
 * opened for another.
 */
export function seal(key: KeyObject, purpose: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(purpose))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  )
}

/** The text that was sealed. Throws when it was sealed under another key, for another purpose, or changed since. */
export function unseal(key: KeyObject, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** As `unseal`, for what may be lost: undefined where that throws. */
export function unsealed(key: KeyObject, purpose: string, sealed: string): string | undefined {
  try {
    return unseal(key, purpose, sealed)
  } catch {
    return undefined
  }
}
