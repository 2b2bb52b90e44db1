import type { ConfigurationVersion } from '../infrastructure/configuration.ts'
import type { Database } from '../infrastructure/db/database.ts'
import type { GrantRegistry } from '../points/context/grants.ts'
import type { MemoryTables } from '../points/context/memory-tables.ts'
import type { StoredSettings } from '../points/context/setting-values.ts'

interface Configuration {
  readonly database: Database
  readonly configuration: ConfigurationVersion
  readonly settings: StoredSettings
  readonly grants: GrantRegistry
}

/** Loads what every process keeps in memory of the configuration. */
export async function loadConfiguration(
  { database: { read }, configuration, settings, grants }: Configuration,
  tables: MemoryTables,
): Promise<void> {
  await configuration.note(read)
  const putInPlace = await tables.read(read)
  await settings.load(read)
  putInPlace()
  // Permissions come last: when they are new, prepared queries are composed again, from all of this.
  await grants.load(read)
}
