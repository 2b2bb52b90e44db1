import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** The key that texts are sealed with, and former ones that still open what was sealed with them. */
export interface SealingKeys {
  readonly sealing: KeyObject
  readonly previous: readonly { readonly sealing: KeyObject }[]
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a text that the database keeps but nobody who steals it may read. What is sealed for one purpose cannot be
 * opened for another.
 */
export function seal({ sealing: key }: Pick<SealingKeys, 'sealing'>, purpose: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(purpose))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  )
}

/** The text that was sealed. Throws when it was sealed under another key, for another purpose, or changed since. */
export function unseal(keys: SealingKeys, purpose: string, sealed: string): string {
  const text = tryUnseal(keys, purpose, sealed)
  if (text === undefined) throw new Error('It was sealed under another key, for another purpose, or changed')
  return text
}

/** As `unseal`, for what may be lost: undefined where that throws. */
export function tryUnseal(keys: SealingKeys, purpose: string, sealed: string): string | undefined {
  for (const { sealing } of [keys, ...keys.previous]) {
    try {
      return open(sealing, purpose, sealed)
    } catch {
      // Another key may open it.
    }
  }
  return undefined
}

function open(key: KeyObject, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
