import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** The key that seals texts, and former keys that only unseal. */
export interface SealingKeys {
  readonly sealing: KeyObject
  readonly previous: readonly { readonly sealing: KeyObject }[]
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a text for the database, unreadable without the key. A text for one purpose cannot be unsealed for another. */
export function seal({ sealing: key }: Pick<SealingKeys, 'sealing'>, purpose: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(purpose))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  )
}

/** Decrypts a sealed text. Throws if it was sealed with another key, for another purpose, or changed since. */
export function unseal(keys: SealingKeys, purpose: string, sealed: string): string {
  const text = tryUnseal(keys, purpose, sealed)
  if (text === undefined)
    throw new Error('The text was sealed with another key, for another purpose, or changed')
  return text
}

/** As `unseal`, but returns undefined instead of throwing. */
export function tryUnseal(keys: SealingKeys, purpose: string, sealed: string): string | undefined {
  for (const { sealing } of [keys, ...keys.previous]) {
    try {
      return decrypt(sealing, purpose, sealed)
    } catch {
      // Another key may fit.
    }
  }
  return undefined
}

function decrypt(key: KeyObject, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
