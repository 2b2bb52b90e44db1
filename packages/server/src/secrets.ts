import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from './context.ts'

const signingBytes = 32

/**
 * Reads the forum's keys from `keys/` in the data folder, making them at first start.
 * Rejects when the folder cannot be written or a key file is damaged.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const folder = join(dataDir, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { signing: await loadKey(join(folder, 'signing'), signingBytes) }
}

async function loadKey(file: string, bytes: number): Promise<KeyObject> {
  // Whoever comes first makes the key: several processes may start at the same time.
  await writeFile(file, randomBytes(bytes).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')
  if (key.length !== bytes) throw new Error(`The key in ${file} is damaged`)
  return createSecretKey(key)
}
