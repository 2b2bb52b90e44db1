import type { Database } from '../infrastructure/db/database.ts'
import { type OpenOptions, openDatabase } from '../infrastructure/db/open.ts'
import type { GivenKeys } from '../infrastructure/keys/keys.ts'
import type { Secrets } from '../points/context/context.ts'
import { claimDatabase, type KeySources, openSecrets } from '../points/context/secrets.ts'

interface KeyedOptions {
  database: OpenOptions
  dataDir: string
  keys?: GivenKeys
  adoptKeys?: boolean
  now?: () => Date
}

/** Opens a database and its keys. Rejects if the database cannot be opened, or with a `KeyFault`. */
export async function openWithKeys(options: KeyedOptions): Promise<{ database: Database; secrets: Secrets }> {
  const { database: where, now } = options
  const database = await openDatabase({ ...(now && { now }), ...where })
  try {
    return { database, secrets: await openSecrets(database, sourcesOf(options)) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Stores the fingerprint of the keys in the migrated database. Rejects with a `KeyFault`. */
export function storeKeyFingerprint(
  database: Database,
  secrets: Secrets,
  options: KeyedOptions,
): Promise<void> {
  return claimDatabase(database, secrets, sourcesOf(options))
}

function sourcesOf({ dataDir, keys, adoptKeys }: KeyedOptions): KeySources {
  return { dataDir, ...(keys && { given: keys }), ...(adoptKeys && { adopt: true }) }
}
