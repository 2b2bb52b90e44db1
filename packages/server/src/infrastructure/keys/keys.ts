import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The two keys of a forum. */
export interface Keys {
  /** For HMACs. A key object: from bytes, Node creates one for every HMAC, which takes twenty times as long. */
  readonly signing: KeyObject
  /** For texts that are stored encrypted. */
  readonly sealing: KeyObject
}

/** Keys from the environment. */
export interface GivenKeys {
  readonly current: Keys
  /** Former keys: texts that were signed or sealed with them stay valid. */
  readonly previous: readonly Keys[]
}

/** The length of each key in bytes. */
export const keyBytes = 32

const shortestSecret = 32
const folderKeys = /^([0-9a-f]{64}):([0-9a-f]{64})$/i

/** Describes what is wrong with the text of a secret, without quoting it; undefined for a valid one. */
export function secretFault(text: string): string | undefined {
  if (/[\s,]/.test(text)) return 'must not hold spaces or commas'
  if (text.length < shortestSecret) return `needs at least ${shortestSecret} characters`
  return undefined
}

/**
 * Returns the keys of a secret: derived from it with HKDF-SHA-256, or, for `<signing>:<sealing>` in hexadecimal, these keys
 * of a data folder.
 */
export function keysOf(secret: string): Keys {
  const [, signing, sealing] = folderKeys.exec(secret) ?? []
  if (signing !== undefined && sealing !== undefined) {
    return { signing: keyFrom(Buffer.from(signing, 'hex')), sealing: keyFrom(Buffer.from(sealing, 'hex')) }
  }
  const derive = (purpose: string) =>
    keyFrom(Buffer.from(hkdfSync('sha256', secret, '', `parley ${purpose}`, keyBytes)))
  return { signing: derive('signing'), sealing: derive('sealing') }
}

/** Makes a key object from `keyBytes` bytes. */
export function keyFrom(bytes: Buffer): KeyObject {
  return createSecretKey(bytes)
}

/** Returns 32 hexadecimal digits that identify keys without revealing anything about them. */
export function fingerprintOf({ signing, sealing }: Keys): string {
  const part = (key: KeyObject) => createHmac('sha256', key).update('parley fingerprint').digest('hex')
  return part(signing).slice(0, 16) + part(sealing).slice(0, 16)
}
