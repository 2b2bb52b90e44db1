import { hash, verify } from '@node-rs/argon2'

/** Argon2id, the library's default: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

const bcryptPattern = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/

let decoyHash: Promise<string> | undefined

/** Hashes a password for storing. Keyboards compose letters with accents differently: its normal form counts. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), options)
}

/**
 * Whether `password` matches a stored hash: Argon2, or bcrypt of imported accounts. For any other text the result is
 * false after the same time, so that timing does not reveal which accounts exist.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const normal = password.normalize('NFC')
  if (await matches(normal, stored)) return true
  // Older hashes are of passwords as they were sent.
  return normal !== password && matches(password, stored)
}

async function matches(password: string, stored: string): Promise<boolean> {
  if (stored.startsWith('$argon2')) return verify(stored, password)
  if (bcryptPattern.test(stored)) return (await import('@node-rs/bcrypt')).verify(password, stored)
  decoyHash ??= hashPassword('')
  await verify(await decoyHash, password)
  return false
}

/** Whether a hash should be replaced at the next log-in. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(currentPrefix)
}
