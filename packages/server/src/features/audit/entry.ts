import { wireDate } from '@parley/shared'
import type { Context } from '../../points/context/context.ts'
import type { Json } from '../../points/resources/described.ts'
import type { Field } from '../../points/resources/fields.ts'
import { labelledChanges, sentenceOf } from './sentences.ts'
import type { AuditEntryRow } from './table.ts'

interface EntryValue {
  json: Json
  get(row: AuditEntryRow, context: Context): unknown
}

/** What readers of the audit log see of an entry, in the order of exported columns. */
const entryValues: Readonly<Record<string, EntryValue>> = {
  createdAt: { json: 'date', get: (row) => wireDate(row.created_at) },
  text: { json: 'string', get: sentenceOf },
  action: { json: 'string', get: (row) => row.action },
  actorId: { json: 'integer?', get: (row) => row.actor_id },
  actorName: { json: 'string?', get: (row) => row.actor_name },
  targetType: { json: 'string?', get: (row) => row.target_type },
  targetId: { json: 'string?', get: (row) => row.target_id },
  targetName: { json: 'string?', get: (row) => row.target_name },
  changes: { json: 'array', get: labelledChanges },
  omittedFields: { json: 'integer', get: (row) => row.omitted_fields },
  origin: { json: 'string', get: (row) => row.origin },
  credentialId: { json: 'integer?', get: (row) => row.credential_id },
  ipAddress: { json: 'string?', get: (row) => row.ip_address },
}

/** The attributes of entries. */
export const auditFields: Readonly<Record<string, Field<AuditEntryRow>>> = entryValues

/** The names of an exported entry's values. */
export const exportedNames: readonly string[] = ['id', ...Object.keys(entryValues)]

/** An entry with all its values by name, for exports and commands. */
export function exportedEntry(row: AuditEntryRow, context: Context): Readonly<Record<string, unknown>> {
  const values = Object.entries(entryValues).map(([name, { get }]) => [name, get(row, context)])
  return { id: row.id, ...Object.fromEntries(values) }
}
