import { sql } from 'kysely'
import type { WriteContext } from '../../../points/context/context.ts'
import type { NewNotification } from '../../../points/notifications/notifications.ts'
import { wants } from '../alert-types.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Recipient } from './recipients.ts'

/** A notification on its way into the tables, for recipients who never had it and whose rows are locked. */
export interface NotificationInsert extends NewNotification {
  root: { type: string; id: number }
  key: string
  created_at: string
  newPostId: number | null
  recipients: readonly Recipient[]
  /** Ids of those who see the subject. */
  sees: ReadonlySet<number>
}

/** A row that was stored, and the channels its recipient wants it through. */
export interface InsertedNotification {
  id: number
  userId: number
  wants: ReadonlySet<string>
}

/** Stores rows, groups and counts: four statements for any number of recipients. */
export async function insertNotifications(
  context: WriteContext,
  insertion: NotificationInsert,
): Promise<InsertedNotification[]> {
  const { forum } = context
  const channels = [...forum.points.notifications.channels.keys()]
  const wantedBy = new Map(
    insertion.recipients.map((recipient) => [
      recipient.id,
      new Set(channels.filter((channel) => wants(recipient, insertion.type, channel, forum))),
    ]),
  )
  await insertGroups(context, insertion)
  const rows = await insertRows(context, insertion)
  await countRows(context, insertion)
  await countForUsers(
    context,
    insertion,
    rows.flatMap(({ user_id }) => (wantedBy.get(user_id)?.has('alert') ? user_id : [])),
  )
  return rows.map(({ id, user_id }) => ({ id, userId: user_id, wants: wantedBy.get(user_id) ?? new Set() }))
}

function idsOf({ recipients }: NotificationInsert): number[] {
  return recipients.map(({ id }) => id)
}

/** Where there is a group already, its visibility is as decided before. */
async function insertGroups({ db, forum }: WriteContext, insertion: NotificationInsert): Promise<void> {
  const { idIn } = forum.database.dialect
  const { type, subjectType, subjectId, root, sees } = insertion
  const sawIt = idIn(sql.ref<number>('users.id'), [...sees])
  await sql`insert into notification_groups (user_id, type, subject_type, subject_id, root_type, root_id, is_visible)
    select users.id, ${type}, ${subjectType}, ${sql.lit(subjectId)}, ${root.type}, ${sql.lit(root.id)},
      case when ${sawIt} then true else false end
    from users where ${idIn(sql.ref<number>('users.id'), idsOf(insertion))}
    on conflict (user_id, type, subject_id) do nothing`.execute(db)
}

async function insertRows({ db, forum }: WriteContext, insertion: NotificationInsert) {
  const { idIn, types } = forum.database.dialect
  const { type, subjectId, fromUserId, key, data, created_at, newPostId } = insertion
  const stored = data === null ? sql`null` : sql`${canonicalJson(data)}`
  const number = (value: number | null) => (value === null ? sql`null` : sql.lit(value))
  const { rows } = await sql<{ id: number; user_id: number }>`insert into notifications
      (group_id, user_id, type, from_user_id, subject_id, same_key, data, created_at, new_post_id)
    select id, user_id, type, ${number(fromUserId)}, subject_id, ${key}, ${stored},
      cast(${created_at} as ${types.timestamp}), ${number(newPostId)}
    from notification_groups
    where type = ${type} and subject_id = ${subjectId}
      and ${idIn(sql.ref<number>('user_id'), idsOf(insertion))}
    returning id, user_id`.execute(db)
  return rows
}

async function countRows({ db, forum }: WriteContext, insertion: NotificationInsert): Promise<void> {
  await db
    .updateTable('notification_groups')
    .set((eb) => ({
      unread_count: eb('unread_count', '+', 1),
      newest_id: eb
        .selectFrom('notifications')
        .select((inner) => inner.fn.max('notifications.id').as('id'))
        .whereRef('notifications.group_id', '=', 'notification_groups.id'),
    }))
    .where('type', '=', insertion.type)
    .where('subject_id', '=', insertion.subjectId)
    .where((eb) => forum.database.dialect.idIn(eb.ref('user_id'), idsOf(insertion)))
    .execute()
}

/** One more for those who have it listed; whose first notification it is has visibility decided when they come. */
async function countForUsers(
  { db, forum }: WriteContext,
  { type, subjectId, ...insertion }: NotificationInsert,
  alerted: readonly number[],
): Promise<void> {
  const { idIn } = forum.database.dialect
  if (alerted.length > 0) {
    await db
      .updateTable('users')
      .set((eb) => ({
        unread_notification_count: eb('unread_notification_count', '+', 1),
        new_notification_count: eb('new_notification_count', '+', 1),
      }))
      .where((eb) => idIn(eb.ref('users.id'), alerted))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('notification_groups')
            .select('notification_groups.id')
            .whereRef('notification_groups.user_id', '=', 'users.id')
            .where('notification_groups.type', '=', type)
            .where('notification_groups.subject_id', '=', subjectId)
            .where('notification_groups.is_visible', '=', true),
        ),
      )
      .execute()
  }
  await db
    .updateTable('users')
    .set({ notification_check: 0 })
    .where('notification_viewer', 'is', null)
    .where((eb) => idIn(eb.ref('id'), idsOf(insertion as NotificationInsert)))
    .execute()
}
