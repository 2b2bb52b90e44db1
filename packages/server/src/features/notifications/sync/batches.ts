import type { Notifications } from '@parley/shared'
import { lockRow } from '../../../engine/jsonapi/rows.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import { describe, findSameRows, type Notification, send, setDeleted } from './sync.ts'

/**
 * Sends a notification to further users. Those who have had it, deleted ones too, are left out, and other recipients keep
 * it: for recipients whom a job tells in batches, also when it tells a batch again.
 */
export async function addRecipients<Type extends keyof Notifications>(
  context: WriteContext,
  notification: Notification<Type>,
  userIds: readonly number[],
): Promise<void> {
  const described = describe(context, notification)
  await lockRow(context, described.declared.subject, described.details.subjectId)
  const sorted = userIds.toSorted((one, other) => one - other)
  context.changeUsers(userIds, async () => {
    // A range, as PostgreSQL may keep a plan for a list of ids that goes over all that the sender ever sent.
    const rows = await findSameRows(context, described, (query) =>
      query.where('user_id', '>=', sorted[0] ?? 0).where('user_id', '<=', sorted.at(-1) ?? 0),
    )
    const had = new Set(rows.map(({ user_id }) => user_id))
    const left = userIds.filter((id) => !had.has(id))
    if (left.length > 0) await send(context, described, left)
  })
}

/** A batch of the recipients of a notification, by ascending id. */
interface RecipientBatch {
  /** The id of the last recipient of the batch before; 0 at the beginning. */
  after: number
  limit: number
  /** Returns who of these users keeps the notification. It is deleted for the others, and restored for those who keep it. */
  keep(userIds: readonly number[]): Promise<readonly number[]>
}

/** Deletes or restores a notification for a batch of its recipients. @returns the id to go on after; undefined at the end. */
export async function reviewRecipients<Type extends keyof Notifications>(
  context: WriteContext,
  notification: Notification<Type>,
  { after, limit, keep }: RecipientBatch,
): Promise<number | undefined> {
  const described = describe(context, notification)
  await lockRow(context, described.declared.subject, described.details.subjectId)
  const find = () =>
    findSameRows(context, described, (query) =>
      query.where('user_id', '>', after).orderBy('user_id').limit(limit),
    )
  const userIds = (await find()).map(({ user_id }) => user_id)
  const last = userIds.at(-1)
  if (last === undefined) return undefined
  const kept = new Set(await keep(userIds))
  context.changeUsers(userIds, async () => {
    const rows = await find()
    await setDeleted(
      context,
      rows.filter((row) => row.is_deleted === kept.has(row.user_id)),
    )
  })
  return userIds.length === limit ? last : undefined
}
