import { createHash } from 'node:crypto'
import type { Notifications } from '@parley/shared'
import { currentRow, lockRow, resourceOf } from '../../../engine/jsonapi/rows.ts'
import { timestamp, type WriteContext } from '../../../points/context/context.ts'
import type {
  DeclaredNotificationType,
  NewNotification,
} from '../../../points/notifications/notifications.ts'
import { canonicalJson } from './canonical-json.ts'
import { markCountsStale } from './stale-counts.ts'
import '../events.ts'
import { type InsertedNotification, insertNotifications } from './insert.ts'
import { hasOthersOfPost, notificationsOfPost, updateGroups } from './one-per-post.ts'
import { loadRecipients } from './recipients.ts'

/** A notification as its sender describes it. */
export interface Notification<Type extends keyof Notifications = keyof Notifications> {
  type: Type
  fromUserId: number | null
  /** The row that the notification is about, of the type's resource. */
  subject: { id: number }
  /** Further content. Two notifications are the same if type, sender, subject and data are equal. */
  data?: Notifications[Type]
  /**
   * The post that it tells of. Of several notifications about the same post, a recipient's list shows one, by the ranks of
   * their types, and each channel sends one.
   */
  postId?: number
}

/** A stored row of the same notification. */
interface SameRow {
  id: number
  group_id: number
  user_id: number
  is_deleted: boolean
}

/**
 * Makes exactly these users have the notification (api-core 4.11). Restores it for former recipients, deletes it for
 * other users, and sends it through the channels to users who never had it. Idempotent. Runs the same few statements for any
 * number of users, at the end of the transaction.
 */
export async function syncNotification<Type extends keyof Notifications>(
  context: WriteContext,
  notification: Notification<Type>,
  userIds: readonly number[],
): Promise<void> {
  const described = describe(context, notification)
  // Writes that change who sees the subject hold this lock, too.
  await lockRow(context, described.declared.subject, described.details.subjectId)
  const findUserIds = async () => {
    const rows = await findSameRows(context, described)
    return [...rows.map(({ user_id }) => user_id), ...userIds]
  }
  context.changeUsers(findUserIds, async () => {
    const recipients = new Set(userIds)
    const rows = await findSameRows(context, described)
    await setDeleted(
      context,
      rows.filter((row) => row.is_deleted === recipients.has(row.user_id)),
    )
    for (const { user_id } of rows) recipients.delete(user_id)
    if (recipients.size > 0) await send(context, described, [...recipients])
  })
}

/** A notification with its declaration, and the key by which its rows are found. */
interface DescribedNotification {
  declared: DeclaredNotificationType
  details: NewNotification
  key: string
}

/** Stores and sends a notification to users who never had it. The users are locked. */
export async function send(
  context: WriteContext,
  { declared, details, key }: DescribedNotification,
  userIds: readonly number[],
): Promise<void> {
  const subject = await currentRow(context, declared.subject, details.subjectId)
  if (!subject) return
  const allowed = await filterRecipients(context, details, userIds)
  const recipients = allowed.length > 0 ? await loadRecipients(context, allowed) : []
  if (recipients.length === 0) return
  const { lockedWith } = resourceOf(context, declared.subject)
  const root = lockedWith
    ? { type: lockedWith.type, id: (subject as unknown as Record<string, number>)[lockedWith.key] ?? 0 }
    : { type: declared.subject, id: subject.id }
  const sees = new Set(
    recipients
      .filter(({ actor }) => actor.can('view', declared.subject, subject as never))
      .map(({ id }) => id),
  )
  const sent = await insertNotifications(context, {
    ...details,
    root,
    key,
    created_at: timestamp(context),
    recipients,
    sees,
    others: await notificationsOfPost(context, details.postId, allowed),
  })
  await sendThroughChannels(context, declared, details, sent)
}

/** Deletes a notification for all of its recipients. */
export function deleteNotification<Type extends keyof Notifications>(
  context: WriteContext,
  notification: Notification<Type>,
): Promise<void> {
  return setDeletedForAll(context, notification, true)
}

/** Restores a deleted notification for all of its recipients, without sending it again. */
export function restoreNotification<Type extends keyof Notifications>(
  context: WriteContext,
  notification: Notification<Type>,
): Promise<void> {
  return setDeletedForAll(context, notification, false)
}

async function setDeletedForAll(
  context: WriteContext,
  notification: Notification,
  isDeleted: boolean,
): Promise<void> {
  const described = describe(context, notification)
  await lockRow(context, described.declared.subject, described.details.subjectId)
  const findUserIds = async () => (await findSameRows(context, described)).map(({ user_id }) => user_id)
  context.changeUsers(findUserIds, async () => {
    const rows = await findSameRows(context, described)
    await setDeleted(
      context,
      rows.filter((row) => row.is_deleted !== isDeleted),
    )
  })
}

export function describe(
  context: WriteContext,
  { type, fromUserId, subject, data, postId }: Notification,
): DescribedNotification {
  const declared = context.forum.points.notifications.types.get(type)
  if (!declared) throw new Error(`Notification '${type}' is not declared`)
  const details: NewNotification = {
    type,
    data: data ?? null,
    fromUserId,
    subjectType: declared.subject,
    subjectId: subject.id,
    postId: postId ?? null,
  }
  const key = createHash('sha256')
    .update(canonicalJson([type, declared.subject, subject.id, data ?? null]))
    .digest('base64url')
    .slice(0, 22)
  return { declared, details, key }
}

/** The rows of a notification; of a part of its recipients with `restrict`. */
export function findSameRows(
  context: WriteContext,
  { details: { fromUserId }, key }: DescribedNotification,
  restrict: (query: SameRowsQuery) => SameRowsQuery = (query) => query,
): Promise<SameRow[]> {
  return restrict(sameRows(context))
    .where('same_key', '=', key)
    .where('from_user_id', fromUserId === null ? 'is' : '=', fromUserId)
    .execute()
}

type SameRowsQuery = ReturnType<typeof sameRows>

function sameRows({ db }: WriteContext) {
  return db.selectFrom('notifications').select(['id', 'group_id', 'user_id', 'is_deleted'])
}

/**
 * Toggles `is_deleted` of these rows, updates their groups, and marks the counts of their users as stale. A restored row gives
 * way to others about the same post until the next request of its user decides (`one-per-post.ts`).
 */
export async function setDeleted(context: WriteContext, rows: readonly SameRow[]): Promise<void> {
  if (rows.length === 0) return
  const { db, forum } = context
  const { idIn } = forum.database.dialect
  const idsTo = (isDeleted: boolean) => rows.filter((row) => row.is_deleted !== isDeleted).map(({ id }) => id)
  for (const is_deleted of [true, false]) {
    const ids = idsTo(is_deleted)
    if (ids.length === 0) continue
    await db
      .updateTable('notifications')
      .set((eb) => ({ is_deleted, is_covered: is_deleted ? eb.lit(false) : hasOthersOfPost(eb) }))
      .where((eb) => idIn(eb.ref('id'), ids))
      .execute()
  }
  await updateGroups(
    context,
    rows.map(({ group_id }) => group_id),
  )
  await markCountsStale(
    context,
    rows.map(({ user_id }) => user_id),
  )
}

/** Removes the recipients that `beforeNotifying` hooks exclude. */
async function filterRecipients(
  context: WriteContext,
  details: NewNotification,
  userIds: readonly number[],
): Promise<readonly number[]> {
  let left = userIds
  for (const before of context.forum.points.notifications.before) {
    if (left.length === 0) return left
    const allowed = new Set(await before(details, left, context))
    left = left.filter((id) => allowed.has(id))
  }
  return left
}

async function sendThroughChannels(
  context: WriteContext,
  declared: DeclaredNotificationType,
  details: NewNotification,
  sent: readonly InsertedNotification[],
): Promise<void> {
  for (const [name, { send }] of context.forum.points.notifications.channels) {
    if (!send || !declared.defaults.has(name)) continue
    const subscribed = sent.filter(({ wants }) => wants.has(name)).map(({ id, userId }) => ({ id, userId }))
    if (subscribed.length > 0) await send(details, subscribed, context)
  }
  await context.emit('notifications.created', { notification: details, sent })
}
