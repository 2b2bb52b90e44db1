import { deleteRow } from '../../engine/deletion/delete-row.ts'
import { purgeRows } from '../../engine/deletion/purge-rows.ts'
import { createRow, planRow } from '../../engine/jsonapi/writes/create-row.ts'
import { tryAttributes } from '../../engine/jsonapi/writes/read-input.ts'
import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import { permissionDenied } from '../../infrastructure/errors.ts'
import { nameText } from '../../infrastructure/schema/names.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { Deletion } from '../../points/resources/deletions.ts'
import type { WriteInput } from '../../points/resources/endpoints.ts'
import type { Field } from '../../points/resources/fields.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
import { groupTarget, recordGroup } from './audit.ts'
import { nameOf } from './names.ts'
import type { GroupRow } from './table.ts'

/** One of a group's two names (api-core 2.5, 4.2). */
export function nameField(column: 'name_singular' | 'name_plural'): Field<GroupRow> {
  return {
    column,
    json: 'string',
    get: (group, context) => nameOf(group[column], context),
    schema: nameText({ max: 100 }),
    errorName: column,
    writable: 'edit',
  }
}

/** `POST /api/groups`: requires both names; other attributes are optional. */
export async function createGroup(input: WriteInput, context: WriteContext): Promise<GroupRow> {
  const { attributes } = input
  const optional = (['color', 'icon', 'isHidden'] as const).filter(
    (name) => (attributes[name] ?? null) !== null,
  )
  const names = ['nameSingular', 'namePlural', ...optional] as const
  const { values, problems } = tryAttributes(context, 'groups', attributes, names)
  const planned = await planRow(context, 'groups', input, {
    columns: {
      name_singular: values.nameSingular as string,
      name_plural: values.namePlural as string,
      color: (values.color as string | undefined) ?? null,
      icon: (values.icon as string | undefined) ?? null,
      is_hidden: (values.isHidden as boolean | undefined) ?? false,
    },
    problems,
  })
  return createRow(context, planned, {
    async emit(group) {
      await recordGroup(context, 'group.created', group)
      await context.emit('resource.changed', { type: 'groups', id: group.id })
    },
  })
}

/** `PATCH /api/groups/{id}` requires the ability `edit`, even for an empty change. */
export function checkEdit(group: GroupRow, _input: WriteInput, { actor }: WriteContext): void {
  if (!actor.can('edit', 'groups', group)) throw permissionDenied()
}

/** Drops a name that was sent without the other: they change together only (api-core 3.8). */
export function dropSingleName(sent: WriteInput): WriteInput {
  const { nameSingular, namePlural, ...others } = sent.attributes
  const hasBoth = (nameSingular ?? null) !== null && (namePlural ?? null) !== null
  return hasBoth ? sent : { ...sent, attributes: others }
}

/** `DELETE /api/groups/{id}`: deletes its permissions at once, its memberships in batches afterwards. */
export async function deleteGroup(group: GroupRow, context: WriteContext): Promise<void> {
  const { id } = group
  await deleteRow(context, 'groups', id)
  await recordConfigurationChange(context.db)
  await context.db.deleteFrom('group_permission').where('group_id', '=', id).execute()
  await writeAuditEntry(context, 'group.deleted', { target: groupTarget(group, context) })
  context.afterCommit(() => context.forum.reload())
  await context.emit('resource.changed', { type: 'groups', id })
}

/** Deletes the memberships of a deleted group. */
export const deletionOfGroups: Deletion = {
  sweep: [purgeRows('group_user', 'group_id', { key: ['user_id', 'group_id'] })],
}
