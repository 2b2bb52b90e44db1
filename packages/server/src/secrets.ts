import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { access, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from './context.ts'

const keyBytes = 32

/**
 * Reads the forum's keys from `keys/` in the data folder, making them at first start.
 * Rejects when the folder cannot be written or a key file is damaged.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const folder = join(dataDir, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    signing: await loadKey(join(folder, 'signing'), keyBytes),
    sealing: await loadKey(join(folder, 'sealing'), keyBytes),
  }
}

async function loadKey(file: string, bytes: number): Promise<KeyObject> {
  await makeKey(file, bytes)
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')
  if (key.length !== bytes) throw new Error(`The key in ${file} is damaged`)
  return createSecretKey(key)
}

// Written whole before it gets its name: several processes may start at the same time, and the first one's key counts.
async function makeKey(file: string, bytes: number): Promise<void> {
  if (await exists(file)) return
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(bytes).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (!(await exists(file))) throw error
  } finally {
    await unlink(draft)
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
