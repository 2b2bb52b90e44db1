import { type KeyObject, randomBytes } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import '../../infrastructure/configuration.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { pendingMigrations } from '../../infrastructure/db/migrations/migrate.ts'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { makeDurable, makeFolder } from '../../infrastructure/files/folders.ts'
import {
  fingerprintOf,
  type GivenKeys,
  type Keys,
  keyBytes,
  keyFrom,
} from '../../infrastructure/keys/keys.ts'
import type { Secrets } from './context.ts'

/** The keys are missing, damaged or not those of the database; the message says what to do. */
export class KeyFault extends Error {}

/** The sources of keys. */
export interface KeySources {
  dataDir: string
  /** Keys from the environment: with them, the keys of the data folder are former ones. */
  given?: GivenKeys
  /** Accepts the keys although the database was used with others. */
  adopt?: boolean
}

const fileNames = ['signing', 'sealing'] as const

/** The content of a key's file. */
const keyText = new RegExp(`^\\s*[0-9a-f]{${2 * keyBytes}}\\s*$`, 'i')

/** Adds the fingerprint of the keys to the table of the configuration's version. */
export const keyFingerprint: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table configuration add column key_fingerprint ${types.text}`.execute(db)
  },
  async down({ db }) {
    await sql`alter table configuration drop column key_fingerprint`.execute(db)
  },
}

/**
 * Returns the keys of a forum: from the environment, else from `keys/` in the data folder, where the first start creates
 * them. Throws a `KeyFault`, and changes nothing, if the database was used with others.
 */
export async function openSecrets(database: Database, sources: KeySources): Promise<Secrets> {
  const { dataDir, given, adopt = false } = sources
  const stored = adopt ? undefined : await storedFingerprint(database)
  const inFolder = await readFolder(dataDir)
  const current = given?.current ?? inFolder ?? (stored === undefined ? await makeKeys(dataDir) : undefined)
  if (!current) throw new KeyFault(`${missing(dataDir)} ${advice(dataDir)}`)
  const former = [...(given?.previous ?? []), ...(given && inFolder ? [inFolder] : [])]
  const fingerprint = fingerprintOf(current)
  const previous = former.filter((keys) => fingerprintOf(keys) !== fingerprint)
  const secrets: Secrets = { ...current, previous }
  checkFingerprint(stored, secrets, dataDir)
  return secrets
}

/**
 * Stores the fingerprint of the current keys, for a new forum and after a rotation, when the stored one is that of a
 * previous key. Throws a `KeyFault` if another process has stored that of other keys meanwhile.
 */
export async function claimDatabase(
  database: Database,
  secrets: Secrets,
  { dataDir, adopt = false }: KeySources,
): Promise<void> {
  const fingerprint = fingerprintOf(secrets)
  if ((await readFingerprint(database.read)) === fingerprint) return
  await database.transaction(async (db) => {
    await database.dialect.lock(db, 'keys')
    const stored = await readFingerprint(db)
    if (!adopt) checkFingerprint(stored, secrets, dataDir)
    await db.updateTable('configuration').set({ key_fingerprint: fingerprint }).execute()
  })
}

/** As `openSecrets`, but creates no keys: returns undefined before the first start. Throws a `KeyFault` for wrong ones. */
export async function loadSecrets(database: Database, sources: KeySources): Promise<Secrets | undefined> {
  const isNew = !sources.given && !(await readFolder(sources.dataDir))
  if (isNew && (await storedFingerprint(database)) === undefined) return undefined
  return openSecrets(database, sources)
}

function checkFingerprint(stored: string | undefined, secrets: Secrets, dataDir: string): void {
  const current = fingerprintOf(secrets)
  if (stored === undefined || [current, ...secrets.previous.map(fingerprintOf)].includes(stored)) return
  throw new KeyFault(
    `These are not the keys of this forum: the database was used with others (${stored.slice(0, 8)}; here are ${current.slice(0, 8)}). ${advice(dataDir)}`,
  )
}

function missing(dataDir: string): string {
  return `The keys of this forum are neither in SECRET_KEY nor in ${join(dataDir, 'keys')}.`
}

function advice(dataDir: string): string {
  return `Give every server of the forum the same SECRET_KEY, or copy the folder keys of the DATA_DIR that has been in use to ${dataDir}. After a change of SECRET_KEY set SECRET_KEY_PREVIOUS to the former one. If the former keys are lost, run bin/parley keys:adopt.`
}

/** Returns undefined for a database that no forum with keys has used yet. */
async function storedFingerprint(database: Database): Promise<string | undefined> {
  const migrations = { [keyMigrationName]: keyFingerprint }
  const pending = await pendingMigrations(database, [{ owner: 'settings', migrations }])
  return pending.length > 0 ? undefined : readFingerprint(database.read)
}

/** The name of the migration `keyFingerprint`, which belongs to the feature `settings`. */
export const keyMigrationName = '003_key_fingerprint'

async function readFingerprint(db: Queries): Promise<string | undefined> {
  const row = await db.selectFrom('configuration').select('key_fingerprint').executeTakeFirst()
  return row?.key_fingerprint ?? undefined
}

/** Returns the keys in the data folder; undefined unless both exist. */
async function readFolder(dataDir: string): Promise<Keys | undefined> {
  const [signing, sealing] = await Promise.all(fileNames.map((name) => readKey(fileOf(dataDir, name))))
  return signing && sealing ? { signing, sealing } : undefined
}

/** Creates the missing keys. */
async function makeKeys(dataDir: string): Promise<Keys | undefined> {
  const folder = join(dataDir, 'keys')
  await makeFolder(folder, { mode: 0o700 })
  for (const name of fileNames) await makeKey(fileOf(dataDir, name))
  // Durable before the first use: a power loss must not destroy keys with which texts were sealed.
  await makeDurable(folder)
  return readFolder(dataDir)
}

function fileOf(dataDir: string, name: (typeof fileNames)[number]): string {
  return join(dataDir, 'keys', name)
}

async function readKey(file: string): Promise<KeyObject | undefined> {
  const text = await textOf(file)
  if (text === undefined) return undefined
  if (!keyText.test(text)) {
    throw new KeyFault(`The key in ${file} is damaged. Restore the folder from a backup.`)
  }
  return keyFrom(Buffer.from(text.trim(), 'hex'))
}

// Links a complete file to its name: several processes may start at the same time, and the key of the first one counts.
async function makeKey(file: string): Promise<void> {
  if ((await textOf(file)) !== undefined) return
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(keyBytes).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if ((await textOf(file)) === undefined) throw error
  } finally {
    await unlink(draft)
  }
}

/** Returns undefined for a missing file. Rejects for an unreadable one, which may hold the current key. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
