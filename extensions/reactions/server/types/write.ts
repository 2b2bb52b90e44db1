import {
  type Context,
  deleteRow,
  memoryTableChanged,
  type Problem,
  permissionDenied,
  problemOf,
  translatorOf,
  validationError,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'
import { mostReactions, type Reaction } from '../../shared.ts'
import type { ReactionRow } from '../tables.ts'

/** @throws 403 for all but administrators. */
export function requireAdministrator({ actor }: Pick<Context, 'actor'>): void {
  if (!actor.can('administrate')) throw permissionDenied()
}

/** Takes the lock of all writes to types until the transaction ends: an identifier is taken once, and types are counted. */
export function lockReactions({ db, forum }: WriteContext): Promise<void> {
  return forum.database.dialect.lock(db, 'reactions')
}

/** The types as they are stored, in their order. The caller has taken their lock. */
export function storedReactions({ db }: Pick<WriteContext, 'db'>): Promise<ReactionRow[]> {
  return db
    .selectFrom('reactions')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Stores a new type behind all others. @throws 422 if its identifier is taken or there are too many. */
export async function createReaction(
  { identifier, type }: Pick<Reaction, 'identifier' | 'type'>,
  context: WriteContext,
): Promise<ReactionRow> {
  await lockReactions(context)
  const stored = await storedReactions(context)
  refuse(takenProblems(identifier, stored, context))
  if (stored.length >= mostReactions) {
    const detail = translatorOf(context)('core.api.table_full_message', { maximum: mostReactions })
    refuse([{ detail, pointer: '/data/attributes/identifier' }])
  }
  const position = (stored.at(-1)?.position ?? -1) + 1
  const row = await context.db
    .insertInto('reactions')
    .values({ identifier, type, display: null, position, deleted_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
  await memoryTableChanged(context, 'reactions')
  await writeAuditEntry(context, 'reaction.created', { target: targetOf(row) })
  return row
}

/** What a change of a type may set. */
export type ReactionChange = Partial<Pick<ReactionRow, 'identifier' | 'display' | 'type' | 'enabled'>>

/** Changes a type that the caller has found under the lock. @throws 422 if the identifier is taken. */
export async function changeReaction(
  before: ReactionRow,
  change: ReactionChange,
  context: WriteContext,
): Promise<void> {
  const columns = Object.entries(change).filter(
    ([column, value]) => before[column as keyof ReactionChange] !== value,
  )
  if (columns.length === 0) return
  const { identifier = before.identifier } = change
  if (identifier !== before.identifier)
    refuse(takenProblems(identifier, await storedReactions(context), context))
  await context.db
    .updateTable('reactions')
    .set(Object.fromEntries(columns))
    .where('id', '=', before.id)
    .execute()
  await memoryTableChanged(context, 'reactions')
  await writeAuditEntry(context, 'reaction.changed', {
    target: targetOf(before),
    changes: Object.fromEntries(
      columns.map(([column, value]) => [column, [before[column as keyof ReactionChange], value] as const]),
    ),
  })
}

/** Deletes a type that the caller has found under the lock. What was chosen of it is removed in batches afterwards. */
export async function deleteReaction(row: ReactionRow, context: WriteContext): Promise<void> {
  await deleteRow(context, 'reactions', row.id)
  await memoryTableChanged(context, 'reactions')
  await writeAuditEntry(context, 'reaction.deleted', { target: targetOf(row) })
}

/** @throws 422 if there are problems. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw validationError({ problems })
}

function takenProblems(identifier: string, stored: readonly ReactionRow[], context: Context): Problem[] {
  const isTaken = stored.some((other) => other.identifier === identifier)
  return isTaken ? [problemOf('unique', 'identifier', translatorOf(context))] : []
}

function targetOf({ id, display, identifier }: ReactionRow) {
  return { id, name: display ?? identifier }
}
