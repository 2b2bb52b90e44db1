import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The two keys of a forum. */
export interface Keys {
  /** For HMACs. A key object: Node reads bytes anew for every HMAC, which takes twenty times as long. */
  readonly signing: KeyObject
  /** For what the database keeps sealed. */
  readonly sealing: KeyObject
}

/** Keys from the environment. */
export interface GivenKeys {
  readonly current: Keys
  /** What was signed or sealed under one of them still counts. */
  readonly previous: readonly Keys[]
}

/** Bytes of each key. */
export const keyBytes = 32

const shortestSecret = 32
const folderKeys = /^([0-9a-f]{64}):([0-9a-f]{64})$/i

/** What is wrong with the text of a secret, without quoting it; undefined when it can be used. */
export function secretFault(text: string): string | undefined {
  if (/[\s,]/.test(text)) return 'must not hold spaces or commas'
  if (text.length < shortestSecret) return `needs at least ${shortestSecret} characters`
  return undefined
}

/**
 * The keys that a secret stands for: derived from it with HKDF-SHA-256, or, from `<signing>:<sealing>` in hexadecimal,
 * those of a data folder as they are.
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

/** A key object of `keyBytes` bytes. */
export function keyFrom(bytes: Buffer): KeyObject {
  return createSecretKey(bytes)
}

/** Tells keys apart without telling anything about them: 32 hexadecimal digits. */
export function fingerprintOf({ signing, sealing }: Keys): string {
  const part = (key: KeyObject) => createHmac('sha256', key).update('parley fingerprint').digest('hex')
  return part(signing).slice(0, 16) + part(sealing).slice(0, 16)
}
