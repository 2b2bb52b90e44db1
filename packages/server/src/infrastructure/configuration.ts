import type { Queries } from './db/tables.ts'

/** The table has one row. */
export interface ConfigurationTable {
  /** Grows with every change of settings, permissions, groups or enabled extensions. */
  version: number
  /** Identifies the keys that the forum uses; null until a process with the keys has started. */
  key_fingerprint: string | null
}

declare module './db/tables.ts' {
  interface Tables {
    configuration: ConfigurationTable
  }
}

/**
 * Increments the version of the configuration, so that other processes reload it. Its row lock serializes such changes.
 * @returns the new version.
 */
export async function recordConfigurationChange(db: Queries): Promise<number> {
  const { version } = await db
    .updateTable('configuration')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** The version of the configuration that this process has loaded. */
export class ConfigurationVersion {
  #loaded = -1

  /** Remembers the current version. Call it before the configuration is read, so that `isOld` notices later changes. */
  async note(db: Queries): Promise<void> {
    this.#loaded = await currentVersion(db)
  }

  async isOld(db: Queries): Promise<boolean> {
    return (await currentVersion(db)) !== this.#loaded
  }
}

/** The version of the configuration in the database. */
export async function currentVersion(db: Queries): Promise<number> {
  const { version } = await db.selectFrom('configuration').select('version').executeTakeFirstOrThrow()
  return version
}
