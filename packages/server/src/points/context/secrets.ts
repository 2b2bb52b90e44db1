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

/** The keys at hand are missing, damaged or not those of the database: the message says what to do. */
export class KeyFault extends Error {}

/** Where keys may come from. */
export interface KeySources {
  dataDir: string
  /** From the environment: then those of the data folder count as former ones. */
  given?: GivenKeys
  /** Takes the keys at hand although the database knows others. */
  adopt?: boolean
}

const fileNames = ['signing', 'sealing'] as const

/** What stands in a key's file. */
const keyText = new RegExp(`^\\s*[0-9a-f]{${2 * keyBytes}}\\s*$`, 'i')

/** Keeps the fingerprint of the keys beside the version of the configuration. */
export const keyFingerprint: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table configuration add column key_fingerprint ${types.text}`.execute(db)
  },
  async down({ db }) {
    await sql`alter table configuration drop column key_fingerprint`.execute(db)
  },
}

/**
 * The keys of a forum: from the environment, else from `keys/` in the data folder, where the first start makes them.
 * Throws a `KeyFault` when they are not those that the database was used with; then nothing is changed.
 */
export async function openSecrets(database: Database, sources: KeySources): Promise<Secrets> {
  const { dataDir, given, adopt = false } = sources
  const stored = adopt ? undefined : await storedFingerprint(database)
  const inFolder = await readFolder(dataDir)
  const current = given?.current ?? inFolder ?? (stored === undefined ? await makeKeys(dataDir) : undefined)
  if (!current) throw new KeyFault(`${missing(dataDir)} ${advice(dataDir)}`)
  const former = [...(given?.previous ?? []), ...(given && inFolder ? [inFolder] : [])]
  const own = fingerprintOf(current)
  const previous = former.filter((keys) => fingerprintOf(keys) !== own)
  const secrets: Secrets = { ...current, previous }
  refuseOthers(stored, secrets, dataDir)
  return secrets
}

/**
 * Stores whose keys the database is used with: those of a new forum, and new ones when the former are among the
 * previous. Throws a `KeyFault` when another process was first, with others.
 */
export async function claimDatabase(
  database: Database,
  secrets: Secrets,
  { dataDir, adopt = false }: KeySources,
): Promise<void> {
  const own = fingerprintOf(secrets)
  if ((await readFingerprint(database.read)) === own) return
  await database.transaction(async (db) => {
    await database.dialect.lock(db, 'keys')
    const stored = await readFingerprint(db)
    if (!adopt) refuseOthers(stored, secrets, dataDir)
    await db.updateTable('configuration').set({ key_fingerprint: own }).execute()
  })
}

/** The keys at hand, undefined where the first start is still to make them. Throws a `KeyFault` for wrong ones. */
export async function loadSecrets(database: Database, sources: KeySources): Promise<Secrets | undefined> {
  const isNew = !sources.given && !(await readFolder(sources.dataDir))
  if (isNew && (await storedFingerprint(database)) === undefined) return undefined
  return openSecrets(database, sources)
}

function refuseOthers(stored: string | undefined, secrets: Secrets, dataDir: string): void {
  const own = fingerprintOf(secrets)
  if (stored === undefined || [own, ...secrets.previous.map(fingerprintOf)].includes(stored)) return
  throw new KeyFault(
    `These are not the keys of this forum: the database was used with others (${stored.slice(0, 8)}; here are ${own.slice(0, 8)}). ${advice(dataDir)}`,
  )
}

function missing(dataDir: string): string {
  return `The keys of this forum are neither in SECRET_KEY nor in ${join(dataDir, 'keys')}.`
}

function advice(dataDir: string): string {
  return `Give every server of the forum the same SECRET_KEY, or copy the folder keys of the DATA_DIR that has been in use to ${dataDir}. After a change of SECRET_KEY set SECRET_KEY_PREVIOUS to the former one. If the former keys are lost, run bin/parley keys:adopt.`
}

/** Undefined for a database that no forum with keys has used yet. */
async function storedFingerprint(database: Database): Promise<string | undefined> {
  const migrations = { [keyMigrationName]: keyFingerprint }
  const pending = await pendingMigrations(database, [{ owner: 'settings', migrations }])
  return pending.length > 0 ? undefined : readFingerprint(database.read)
}

/** Name of the migration, of the feature `settings`. */
export const keyMigrationName = '003_key_fingerprint'

async function readFingerprint(db: Queries): Promise<string | undefined> {
  const row = await db.selectFrom('configuration').select('key_fingerprint').executeTakeFirst()
  return row?.key_fingerprint ?? undefined
}

/** The keys in the data folder, undefined unless both are there. */
async function readFolder(dataDir: string): Promise<Keys | undefined> {
  const [signing, sealing] = await Promise.all(fileNames.map((name) => readKey(fileOf(dataDir, name))))
  return signing && sealing ? { signing, sealing } : undefined
}

/** Makes the keys that are missing. */
async function makeKeys(dataDir: string): Promise<Keys | undefined> {
  const folder = join(dataDir, 'keys')
  await makeFolder(folder, { mode: 0o700 })
  for (const name of fileNames) await makeKey(fileOf(dataDir, name))
  // Before the database knows them: a power loss must not take keys away that something was sealed under.
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

// Written whole before it gets its name: several processes may start at the same time, and the first one's key counts.
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

/** Undefined for a file that is not there. Rejects for one that cannot be read: its key may be the one in use. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
