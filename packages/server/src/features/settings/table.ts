export interface SettingTable {
  key: string
  value: string | null
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    settings: SettingTable
  }
}
