import type { AuditEntry } from '@parley/shared'
import type { Generated, Selectable } from 'kysely'

/** By what an action was done. A guest has no session; jobs and the command line have no actor. */
export type AuditOrigin = AuditEntry['origin']

/** Entries of the audit log. Triggers refuse every change but redaction, and every deletion of entries that are kept. */
export interface AuditEntryTable {
  id: Generated<number>
  /** By the clock of the database. */
  created_at: string
  /** Null for guests, jobs and commands. The account may be deleted. */
  actor_id: number | null
  /** The display name at that time; null without an account, and after its deletion. */
  actor_name: string | null
  action: string
  target_type: string | null
  target_id: string | null
  /** Its name or title at that time; null after the deletion of a target that is an account. */
  target_name: string | null
  /** JSON of `StoredChanges`. */
  changes: string
  /** JSON of the personal fields' values; null without any, and after the deletion of the account. */
  personal_changes: string | null
  /** Fields beyond the maximum, which are only counted. */
  omitted_fields: number
  origin: AuditOrigin
  /** Id of the access token or API key; null without one. */
  credential_id: number | null
  /** Null for jobs and commands, and after the deletion of the actor. */
  ip_address: string | null
}

export type AuditEntryRow = Selectable<AuditEntryTable>

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    audit_entries: AuditEntryTable
  }
}

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    'audit-entries': AuditEntryRow
  }
}
