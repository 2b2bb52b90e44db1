import { hash, verify } from '@node-rs/argon2'

/** Argon2id, the library's own choice: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentForm = '$argon2id$v=19$m=19456,t=2,p=1$'

const bcryptForm = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/

let decoy: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/**
 * Whether `password` belongs to a stored hash: Argon2, or bcrypt of imported accounts. With anything else for a hash
 * it takes as long as with one and is false, so that nobody learns which accounts exist.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (stored.startsWith('$argon2')) return verify(stored, password)
  if (bcryptForm.test(stored)) return (await import('@node-rs/bcrypt')).verify(password, stored)
  decoy ??= hashPassword('')
  await verify(await decoy, password)
  return false
}

/** Whether a hash should be replaced at the next log-in. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(currentForm)
}
