import {
  deleteRow,
  memoryTableChanged,
  permissionDenied,
  type Queries,
  timestamp,
  type WriteContext,
  type WriteInput,
  writeAuditEntry,
} from '@parley/server'
import type { TagRow } from '../../contract/tables.ts'
import { permissionIn } from '../rights.ts'
import { auditedColumns } from './audit.ts'
import { lockTags } from './create-tag.ts'

/** `PATCH /api/tags/{id}` requires the ability `edit`, even for an empty change. */
export async function checkEdit(tag: TagRow, _input: WriteInput, context: WriteContext): Promise<void> {
  if (!context.actor.can('edit', 'tags', tag)) throw permissionDenied()
  await lockTags(context)
}

/** Makes a change of a tag known, and drops the permissions of a tag that is no longer restricted. */
export async function tagChanged(before: TagRow, after: TagRow, context: WriteContext): Promise<void> {
  const { db } = context
  await db
    .updateTable('tags')
    .set({ updated_at: timestamp(context) })
    .where('id', '=', after.id)
    .execute()
  if (before.is_restricted && !after.is_restricted) await deletePermissions(db, after.id)
  await memoryTableChanged(context, 'tags')
  const changes = Object.entries(auditedColumns).flatMap(([field, column]) =>
    before[column] === after[column] ? [] : [[field, [before[column], after[column]]] as const],
  )
  await writeAuditEntry(context, 'tag.changed', {
    target: { id: before.id, name: before.name },
    changes: Object.fromEntries(changes),
  })
}

/** `DELETE /api/tags/{id}`: its children stay where they are, without a parent; discussions lose it in batches afterwards. */
export async function deleteTag(tag: TagRow, context: WriteContext): Promise<void> {
  const { db } = context
  const { id, name } = tag
  await deleteRow(context, 'tags', id)
  await db.updateTable('tags').set({ parent_id: null }).where('parent_id', '=', id).execute()
  await deletePermissions(db, id)
  await memoryTableChanged(context, 'tags')
  await writeAuditEntry(context, 'tag.deleted', { target: { id, name } })
}

async function deletePermissions(db: Queries, tagId: number): Promise<void> {
  for (const table of ['group_permission', 'known_permissions'] as const)
    await db.deleteFrom(table).where('permission', 'like', permissionIn(tagId, '%')).execute()
}
