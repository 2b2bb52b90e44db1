/** What extensions did in one hour, summed over all processes. */
export interface ExtensionHealthTable {
  extension: string
  /** The beginning of the hour. */
  hour: string
  requests: number
  calls: number
  milliseconds: number
  errors: number
}

/** The latest errors of extensions. */
export interface ExtensionErrorTable {
  extension: string
  side: 'server' | 'browser'
  place: string
  message: string
  count: number
  last_at: string
}

/** Purges that have begun and not ended. */
export interface ExtensionPurgeTable {
  extension: string
  started_at: string
  /** Whether a backup must be written before anything is deleted. */
  needs_backup: boolean
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    extension_health: ExtensionHealthTable
    extension_errors: ExtensionErrorTable
    extension_purges: ExtensionPurgeTable
  }
}
