export interface SettingTable {
  key: string
  value: string | null
}

declare module '../db/tables.ts' {
  interface Tables {
    settings: SettingTable
  }
}
