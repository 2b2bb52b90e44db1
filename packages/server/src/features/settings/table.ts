import type { Generated } from 'kysely'

export interface SettingTable {
  key: string
  value: string | null
  /** Version of the configuration that set the value; 0 for values from before it was recorded. */
  changed_in: Generated<number>
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    settings: SettingTable
  }
}
