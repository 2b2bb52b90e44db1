import { sql } from 'kysely'
import type { WriteContext } from '../../../points/context/context.ts'
import type { NewNotification } from '../../../points/notifications/notifications.ts'
import { wants } from '../alert-types.ts'
import { canonicalJson } from './canonical-json.ts'
import type { NotificationOfPost } from './one-per-post.ts'
import type { Recipient } from './recipients.ts'
import '../realtime.ts'
import { markCountsStale } from './stale-counts.ts'

/** A notification to insert, for recipients who never had it. Their rows are locked. */
export interface NotificationInsert extends NewNotification {
  root: { type: string; id: number }
  key: string
  created_at: string
  recipients: readonly Recipient[]
  /** Ids of the recipients who see the subject. */
  sees: ReadonlySet<number>
  /** What the recipients have about the same post. */
  others: readonly NotificationOfPost[]
}

/** An inserted row, and the channels that its recipient wants and that told of the same post by no other row. */
export interface InsertedNotification {
  id: number
  userId: number
  wants: ReadonlySet<string>
}

/** Inserts groups and rows, and updates counts: the same statements for any number of recipients. */
export async function insertNotifications(
  context: WriteContext,
  insertion: NotificationInsert,
): Promise<InsertedNotification[]> {
  const { forum } = context
  const channels = [...forum.points.notifications.channels.keys()]
  const othersByUser = Map.groupBy(insertion.others, ({ user_id }) => user_id)
  const channelsByUser = new Map(
    insertion.recipients.map((recipient) => {
      const others = othersByUser.get(recipient.id) ?? []
      const isNew = (channel: string) => !others.some(({ type }) => wants(recipient, type, channel, forum))
      const wanted = channels.filter((channel) => wants(recipient, insertion.type, channel, forum))
      return [recipient.id, new Set(wanted.filter(isNew))]
    }),
  )
  const covered = new Set(insertion.others.flatMap((row) => (row.is_deleted ? [] : row.user_id)))
  await insertGroups(context, insertion)
  const rows = await insertRows(context, insertion, covered)
  const listed = insertion.recipients.filter(({ id }) => !covered.has(id))
  await incrementGroups(context, { ...insertion, recipients: listed })
  const alerted = listed.flatMap(({ id, preferences }) =>
    wants({ preferences }, insertion.type, 'alert', forum) ? id : [],
  )
  await incrementUserCounts(context, insertion, alerted)
  publishNotifications(
    context,
    alerted.filter((id) => insertion.sees.has(id)),
  )
  if (covered.size > 0) await markCountsStale(context, [...covered])
  return rows.map(({ id, user_id }) => ({
    id,
    userId: user_id,
    wants: channelsByUser.get(user_id) ?? new Set(),
  }))
}

/** Recipients in one event of real time: their ids fit into a message between processes. */
const recipientsOfEvent = 500

/** Tells the browsers of the recipients that there is something new. */
function publishNotifications(context: WriteContext, userIds: readonly number[]): void {
  for (let start = 0; start < userIds.length; start += recipientsOfEvent)
    context.publish('notification', { userIds: userIds.slice(start, start + recipientsOfEvent) })
}

function idsOf({ recipients }: NotificationInsert): number[] {
  return recipients.map(({ id }) => id)
}

/** Inserts missing groups. Existing groups keep their visibility. */
async function insertGroups({ db, forum }: WriteContext, insertion: NotificationInsert): Promise<void> {
  const { idIn, types } = forum.database.dialect
  const { type, subjectType, subjectId, root, sees } = insertion
  const id = (value: number) => sql`cast(${value} as ${types.integer})`
  const isViewer = idIn(sql.ref<number>('users.id'), [...sees])
  await sql`insert into notification_groups (user_id, type, subject_type, subject_id, root_type, root_id, is_visible)
    select users.id, ${type}, ${subjectType}, ${id(subjectId)}, ${root.type}, ${id(root.id)},
      case when ${isViewer} then true else false end
    from users where ${idIn(sql.ref<number>('users.id'), idsOf(insertion))}
    on conflict (user_id, type, subject_id) do nothing`.execute(db)
}

async function insertRows(
  { db, forum }: WriteContext,
  insertion: NotificationInsert,
  covered: ReadonlySet<number>,
) {
  const { idIn, types } = forum.database.dialect
  const { type, subjectId, fromUserId, key, data, created_at, postId } = insertion
  const json = data === null ? sql`null` : sql`${canonicalJson(data)}`
  const id = (value: number | null) => sql`cast(${value} as ${types.integer})`
  const { rows } = await sql<{ id: number; user_id: number }>`insert into notifications
      (group_id, user_id, type, from_user_id, subject_id, same_key, data, created_at, post_id, is_covered)
    select id, user_id, type, ${id(fromUserId)}, subject_id, ${key}, ${json},
      cast(${created_at} as ${types.timestamp}), ${id(postId)},
      case when ${idIn(sql.ref<number>('user_id'), [...covered])} then true else false end
    from notification_groups
    where type = ${type} and subject_id = ${subjectId}
      and ${idIn(sql.ref<number>('user_id'), idsOf(insertion))}
    returning id, user_id`.execute(db)
  return rows
}

async function incrementGroups({ db, forum }: WriteContext, insertion: NotificationInsert): Promise<void> {
  await db
    .updateTable('notification_groups')
    .set((eb) => ({
      unread_count: eb('unread_count', '+', 1),
      newest_id: eb
        .selectFrom('notifications')
        .select((inner) => inner.fn.max('notifications.id').as('id'))
        .whereRef('notifications.group_id', '=', 'notification_groups.id')
        .where('notifications.is_covered', '=', false),
    }))
    .where('type', '=', insertion.type)
    .where('subject_id', '=', insertion.subjectId)
    .where((eb) => forum.database.dialect.idIn(eb.ref('user_id'), idsOf(insertion)))
    .execute()
}

/**
 * Increments the counts of the recipients whose list shows the notification. For the others it is not decided yet
 * whether they may see it: they are marked, and their next request decides (`settle.ts`).
 * @param alerted ids of the recipients who get the notification in their list
 */
async function incrementUserCounts(
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
            // Of a notification that many have by now, only the groups of these users are read.
            .where((group) => idIn(group.ref('notification_groups.user_id'), alerted))
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
