import type { WriteContext } from '../../points/context/context.ts'
import type { AuditDeclarations } from '../../points/events/audit.ts'
import type { Listeners } from '../../points/events/events.ts'
import type { AuditChange } from '../audit/changes.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
import { nameOf } from './names.ts'
import type { GroupRow } from './table.ts'

interface GroupFields {
  nameSingular: string
  namePlural: string
  color: string
  icon: string
  isHidden: boolean
  position: number
}

declare module '../../points/events/audit.ts' {
  interface AuditActions {
    'group.created': GroupFields
    'group.edited': GroupFields
    'group.deleted': Record<never, never>
    'permission.changed': { groups: readonly string[] }
  }
}

const fields = {
  nameSingular: { label: 'core.audit.name_singular_label' },
  namePlural: { label: 'core.audit.name_plural_label' },
  color: { label: 'core.audit.color_label' },
  icon: { label: 'core.audit.icon_label' },
  isHidden: { label: 'core.audit.is_hidden_label' },
  position: { label: 'core.audit.position_label' },
} as const

/** The actions on groups and permissions. */
export const groupActions: AuditDeclarations = {
  'group.created': { text: 'core.audit.group_created_text', target: 'groups', fields },
  'group.edited': { text: 'core.audit.group_edited_text', target: 'groups', fields },
  'group.deleted': { text: 'core.audit.group_deleted_text', target: 'groups' },
  'permission.changed': {
    text: 'core.audit.permission_changed_text',
    target: 'permissions',
    fields: { groups: { label: 'core.audit.groups_label' } },
  },
}

const columns = {
  nameSingular: 'name_singular',
  namePlural: 'name_plural',
  color: 'color',
  icon: 'icon',
  isHidden: 'is_hidden',
  position: 'position',
} as const satisfies Record<keyof GroupFields, keyof GroupRow>

/** Records changed attributes of groups. */
export const groupListeners: Listeners = {
  'resource.changed': async ({ type, change }, context) => {
    if (type !== 'groups' || !change) return
    const { before, after } = change as { before: GroupRow; after: GroupRow }
    await recordGroup(context, 'group.edited', after, before)
  },
}

/** Writes the entry of a new or changed group. */
export async function recordGroup(
  context: WriteContext,
  action: 'group.created' | 'group.edited',
  group: GroupRow,
  before?: GroupRow,
): Promise<void> {
  const changes: Record<string, AuditChange<never>> = {}
  for (const [field, column] of Object.entries(columns)) {
    const values = [before?.[column] ?? null, group[column]] as const
    if (values[0] !== values[1]) changes[field] = values as AuditChange<never>
  }
  await writeAuditEntry(context, action, { target: groupTarget(group, context), changes })
}

/** The target of an action on a group. */
export function groupTarget(group: GroupRow, context: WriteContext): { id: number; name: string } {
  return { id: group.id, name: recordedName(group, context) }
}

/** The name of a group in entries: in the forum's language, whatever that of the actor. */
export function recordedName({ name_plural }: Pick<GroupRow, 'name_plural'>, context: WriteContext): string {
  return nameOf(name_plural, { ...context, locale: context.forum.locale })
}
