import type { AuditEntryChange, AuditValue } from '@parley/shared'
import type { AuditAction, AuditField } from '../../points/events/audit.ts'
import type { Points } from '../../points/extension-point.ts'

/** The values of a field before and after an action. */
export type AuditChange<Value = AuditValue> = readonly [before: Value | null, after: Value | null]

/** Changes by field, as they are stored; the values of personal fields stand in a column of their own. */
type StoredChanges = Record<string, AuditChange | 'secret' | 'personal'>

/** The columns of an entry that hold its changes. */
export interface ChangeColumns {
  changes: string
  personal_changes: string | null
  omitted_fields: number
}

/** What a reader sees of one field. */
export type ShownChange = DistributiveOmit<AuditEntryChange, 'label'>

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

const maximumFields = 50
const maximumItems = 100
const maximumLength = 1000
/** Characters of all values of an entry; beyond them a value keeps only its beginning. */
const maximumTotal = 8000
const shortLength = 40

/** Makes the columns for the changed fields. @throws an `Error` for a field that the action does not declare. */
export function storeChanges(
  name: string,
  action: AuditAction,
  points: Points,
  changed: Readonly<Record<string, AuditChange>>,
): ChangeColumns {
  const changes: StoredChanges = {}
  const personal: Record<string, AuditChange> = {}
  const size = { total: 0 }
  const entries = Object.entries(changed)
  for (const [field, change] of entries.slice(0, maximumFields)) {
    const kind = kindOf(name, field, action, points)
    const kept = kind === 'secret' ? change : ([cut(change[0], size), cut(change[1], size)] as const)
    define(changes, field, kind === 'plain' ? kept : kind)
    if (kind === 'personal') define(personal, field, kept)
  }
  return {
    changes: JSON.stringify(changes),
    personal_changes: Object.keys(personal).length > 0 ? JSON.stringify(personal) : null,
    omitted_fields: Math.max(0, entries.length - maximumFields),
  }
}

/** Reads the changes of an entry, in the order in which they were stored. */
export function readChanges(row: Pick<ChangeColumns, 'changes' | 'personal_changes'>): ShownChange[] {
  const changes = JSON.parse(row.changes) as StoredChanges
  const personal =
    row.personal_changes === null
      ? undefined
      : (JSON.parse(row.personal_changes) as Record<string, AuditChange>)
  return Object.entries(changes).map(([field, stored]) => {
    if (stored === 'secret') return { field, isSecret: true }
    const values = stored === 'personal' ? personal?.[field] : stored
    return values ? { field, before: values[0], after: values[1] } : { field, isRedacted: true }
  })
}

/** Returns the declared field of an action; undefined for settings, and for fields that are no longer declared. */
export function fieldOf(action: AuditAction | undefined, field: string): AuditField | undefined {
  return typeof action?.fields === 'object' && Object.hasOwn(action.fields, field)
    ? action.fields[field]
    : undefined
}

function kindOf(
  name: string,
  field: string,
  action: AuditAction,
  points: Points,
): 'plain' | 'secret' | 'personal' {
  // Settings that nothing declares may be credentials of an extension that is disabled.
  if (action.fields === 'settings') {
    const setting = points.settings.get(field)
    return setting === undefined || setting.form?.field.kind === 'secret' ? 'secret' : 'plain'
  }
  const declared = fieldOf(action, field)
  if (!declared) throw new Error(`The audit action '${name}' declares no field '${field}'`)
  return declared.isPersonal ? 'personal' : 'plain'
}

/** Defines a property, so that names such as __proto__ are stored like others. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true })
}

function cut(value: AuditValue, size: { total: number }): AuditValue {
  if (typeof value === 'string') return cutText(value, size)
  if (!Array.isArray(value)) return value
  const items = value.slice(0, maximumItems).map((item) => cutText(item, size))
  return value.length > maximumItems ? [...items, '…'] : items
}

function cutText(value: string, size: { total: number }): string {
  const length = size.total < maximumTotal ? maximumLength : shortLength
  // Well-formed, because the cut may split a surrogate pair.
  const kept = value.length > length ? `${value.slice(0, length).toWellFormed()}…` : value
  size.total += kept.length
  return kept
}
