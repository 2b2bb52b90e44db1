import type { Notifications } from '@parley/shared'
import { createHash } from 'node:crypto'
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
import { loadRecipients } from './recipients.ts'

/** A notification as those who send it describe it. */
export interface Notification<Type extends keyof Notifications = keyof Notifications> {
  type: Type
  fromUserId: number | null
  /** The row it is about, of the type's resource. */
  subject: { id: number }
  /** What else it says. Together with type, sender and subject it makes out what is the same notification. */
  data?: Notifications[Type]
  /**
   * The new post that it follows from: a user gets at most one new notification because of the same post, whether a listener
   * of `post.created` or a later job sends it.
   */
  newPostId?: number
}

/** A row of the same notification. */
interface SameRow {
  id: number
  group_id: number
  user_id: number
  is_deleted: boolean
}

/**
 * Sees to it that exactly these users have the notification (api-core 4.11): those who had it get it back, others
 * lose it, and users who never had it get a row and whatever the channels send. Repeating changes nothing. Takes the
 * same few statements for any number of users, at the end of the transaction.
 */
export async function syncNotification<Type extends keyof Notifications>(
  context: WriteContext,
  notification: Notification<Type>,
  userIds: readonly number[],
): Promise<void> {
  const { declared, told, key } = described(context, notification)
  // Whoever changes who sees the subject holds this lock too.
  await lockRow(context, declared.subject, told.subjectId)
  const concerned = async () => {
    const rows = await sameRows(context, told, key)
    return [...rows.map(({ user_id }) => user_id), ...userIds]
  }
  context.changeUsers(concerned, async () => {
    const wanted = new Set(userIds)
    const rows = await sameRows(context, told, key)
    await setDeleted(
      context,
      rows.filter((row) => row.is_deleted === wanted.has(row.user_id)),
    )
    for (const { user_id } of rows) wanted.delete(user_id)
    if (wanted.size > 0) await send(context, { declared, told, key, newPostId: notification.newPostId }, [...wanted])
  })
}

interface Described {
  declared: DeclaredNotificationType
  told: NewNotification
  key: string
  newPostId: number | undefined
}

/** Stores and sends a notification for users who never had it and whose rows are locked. */
async function send(
  context: WriteContext,
  { declared, told, key, newPostId }: Described,
  userIds: readonly number[],
): Promise<void> {
  const subject = await currentRow(context, declared.subject, told.subjectId)
  if (!subject) return
  const allowed = await remaining(context, told, userIds, newPostId)
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
    ...told,
    root,
    key,
    created_at: timestamp(context),
    newPostId: newPostId ?? null,
    recipients,
    sees,
  })
  await sendThroughChannels(context, declared, told, sent)
}

/** Takes a notification back from everybody who has it. */
export function deleteNotification<Type extends keyof Notifications>(
  context: WriteContext,
  notification: Notification<Type>,
): Promise<void> {
  return flagAll(context, notification, true)
}

/** Gives it back to everybody it was taken from; nothing is sent again. */
export function restoreNotification<Type extends keyof Notifications>(
  context: WriteContext,
  notification: Notification<Type>,
): Promise<void> {
  return flagAll(context, notification, false)
}

async function flagAll(context: WriteContext, notification: Notification, isDeleted: boolean): Promise<void> {
  const { declared, told, key } = described(context, notification)
  await lockRow(context, declared.subject, told.subjectId)
  const concerned = async () => (await sameRows(context, told, key)).map(({ user_id }) => user_id)
  context.changeUsers(concerned, async () => {
    const rows = await sameRows(context, told, key)
    await setDeleted(
      context,
      rows.filter((row) => row.is_deleted !== isDeleted),
    )
  })
}

function described(context: WriteContext, { type, fromUserId, subject, data }: Notification) {
  const declared = context.forum.points.notifications.types.get(type)
  if (!declared) throw new Error(`Notification '${type}' is not declared`)
  const told: NewNotification = {
    type,
    data: data ?? null,
    fromUserId,
    subjectType: declared.subject,
    subjectId: subject.id,
  }
  const key = createHash('sha256')
    .update(canonicalJson([type, declared.subject, subject.id, data ?? null]))
    .digest('base64url')
    .slice(0, 22)
  return { declared, told, key }
}

function sameRows({ db }: WriteContext, { fromUserId }: NewNotification, key: string): Promise<SameRow[]> {
  return db
    .selectFrom('notifications')
    .select(['id', 'group_id', 'user_id', 'is_deleted'])
    .where('same_key', '=', key)
    .where('from_user_id', fromUserId === null ? 'is' : '=', fromUserId)
    .execute()
}

/** Turns the flag of these rows over; the counts of their users are added up when they come. */
async function setDeleted(context: WriteContext, rows: readonly SameRow[]): Promise<void> {
  if (rows.length === 0) return
  const { db, forum } = context
  const { idIn } = forum.database.dialect
  const idsTo = (isDeleted: boolean) => rows.filter((row) => row.is_deleted !== isDeleted).map(({ id }) => id)
  for (const is_deleted of [true, false]) {
    const ids = idsTo(is_deleted)
    if (ids.length === 0) continue
    await db
      .updateTable('notifications')
      .set({ is_deleted })
      .where((eb) => idIn(eb.ref('id'), ids))
      .execute()
  }
  const groups = rows.map(({ group_id }) => group_id)
  await db
    .updateTable('notification_groups')
    .set((eb) => {
      const kept = eb
        .selectFrom('notifications')
        .whereRef('notifications.group_id', '=', 'notification_groups.id')
        .where('notifications.is_deleted', '=', false)
      return {
        unread_count: kept
          .where('notifications.read_at', 'is', null)
          .select(eb.fn.countAll<number>().as('count')),
        newest_id: eb.fn.coalesce(
          kept.select((inner) => inner.fn.max('notifications.id').as('id')),
          eb.lit(0),
        ),
      }
    })
    .where((eb) => idIn(eb.ref('id'), groups))
    .execute()
  await markCountsStale(
    context,
    rows.map(({ user_id }) => user_id),
  )
}

/** Who is left once the hooks have been asked, and without those whom the same new post already brought something. */
async function remaining(
  context: WriteContext,
  told: NewNotification,
  userIds: readonly number[],
  newPostId: number | undefined,
): Promise<readonly number[]> {
  let left = userIds
  if (newPostId !== undefined) {
    const rows = await context.db
      .selectFrom('notifications')
      .select('user_id')
      .where('new_post_id', '=', newPostId)
      .where((eb) => context.forum.database.dialect.idIn(eb.ref('user_id'), left))
      .execute()
    const had = new Set(rows.map(({ user_id }) => user_id))
    left = left.filter((id) => !had.has(id))
  }
  for (const before of context.forum.points.notifications.before) {
    if (left.length === 0) return left
    const kept = new Set(await before(told, left, context))
    left = left.filter((id) => kept.has(id))
  }
  return left
}

async function sendThroughChannels(
  context: WriteContext,
  declared: DeclaredNotificationType,
  told: NewNotification,
  sent: readonly InsertedNotification[],
): Promise<void> {
  for (const [name, { send }] of context.forum.points.notifications.channels) {
    if (!send || !declared.defaults.has(name)) continue
    const wanting = sent.filter(({ wants }) => wants.has(name)).map(({ id, userId }) => ({ id, userId }))
    if (wanting.length > 0) await send(told, wanting, context)
  }
  await context.emit('notifications.created', { notification: told, sent })
}
