import type { Queries } from './db/tables.ts'

/** One row: grows with every change of settings, permissions, groups or enabled extensions. */
export interface ConfigurationTable {
  version: number
  /** Tells which keys the forum uses; null until a process that knows them has started. */
  key_fingerprint: string | null
}

declare module './db/tables.ts' {
  interface Tables {
    configuration: ConfigurationTable
  }
}

/** Says that the configuration changes: other processes read it anew. Also makes such changes come one after the other. */
export async function noteConfigurationChange(db: Queries): Promise<void> {
  await db
    .updateTable('configuration')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()
}

/** Which state of the configuration this process has read. */
export class ConfigurationVersion {
  #known = -1

  /** Call it before the configuration is read, so that a change in between is noticed the next time. */
  async note(db: Queries): Promise<void> {
    this.#known = await currentVersion(db)
  }

  async isOld(db: Queries): Promise<boolean> {
    return (await currentVersion(db)) !== this.#known
  }
}

async function currentVersion(db: Queries): Promise<number> {
  const { version } = await db.selectFrom('configuration').select('version').executeTakeFirstOrThrow()
  return version
}
