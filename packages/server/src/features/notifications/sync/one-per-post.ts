import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../../infrastructure/db/database.ts'
import type { Queries, Tables } from '../../../infrastructure/db/tables.ts'
import type { Forum, WriteContext } from '../../../points/context/context.ts'
import { alertTypes } from '../alert-types.ts'
import type { NotificationRow } from '../table.ts'

/*
 * A reply may concern the same user in several ways: it mentions the user and is new in a discussion that the user follows.
 * All these notifications are stored, since each can be withdrawn. One is listed; the others are covered. Writes cover what
 * comes second, and the next request of the user decides by rank.
 */

/** What a user has about a post. */
export type NotificationOfPost = Pick<NotificationRow, 'id' | 'user_id' | 'post_id' | 'type' | 'is_deleted'>

/** The rows of these users about a post, deleted ones too; none without a post. */
export async function notificationsOfPost(
  { db, forum }: WriteContext,
  postId: number | null,
  userIds: readonly number[],
): Promise<NotificationOfPost[]> {
  if (postId === null || userIds.length === 0) return []
  return db
    .selectFrom('notifications')
    .select(['id', 'user_id', 'post_id', 'type', 'is_deleted'])
    .where('post_id', '=', postId)
    .where((eb) => forum.database.dialect.idIn(eb.ref('user_id'), userIds))
    .execute()
}

/** Whether the user of a row has another about the same post that is not deleted. */
export function hasOthersOfPost(eb: ExpressionBuilder<Tables, 'notifications'>) {
  const others = eb
    .selectFrom('notifications as other')
    .select('other.id')
    .whereRef('other.post_id', '=', 'notifications.post_id')
    .whereRef('other.user_id', '=', 'notifications.user_id')
    .whereRef('other.id', '!=', 'notifications.id')
    .where('other.is_deleted', '=', false)
  return sql<boolean>`case when ${eb.exists(others)} then true else false end`
}

/** Computes the count and the newest row of groups again. */
export async function updateGroups(
  { db, forum: { database } }: { db: Queries; forum: { database: Pick<Database, 'dialect'> } },
  groupIds: readonly number[],
): Promise<void> {
  await db
    .updateTable('notification_groups')
    .set((eb) => {
      const listed = eb
        .selectFrom('notifications')
        .whereRef('notifications.group_id', '=', 'notification_groups.id')
        .where('notifications.is_deleted', '=', false)
        .where('notifications.is_covered', '=', false)
      return {
        unread_count: listed
          .where('notifications.read_at', 'is', null)
          .select(eb.fn.countAll<number>().as('count')),
        newest_id: eb.fn.coalesce(
          listed.select((inner) => inner.fn.max('notifications.id').as('id')),
          eb.lit(0),
        ),
      }
    })
    .where((eb) => database.dialect.idIn(eb.ref('id'), groupIds))
    .execute()
}

/** Posts with covered rows that one request decides, the newest first: older ones stay as they are. */
const mostPosts = 200

/**
 * Decides which of a user's rows about the same post is listed: of those that the list can show, the one of the highest
 * rank. A row that takes the place of one that was read is read, too. The user is locked, and the visibility of the groups
 * is decided.
 */
export async function decideCovered(
  { db, forum }: { db: Queries; forum: Forum },
  user: { id: number; preferences: string | null },
): Promise<void> {
  const covered = await db
    .selectFrom('notifications')
    .select('post_id')
    .where('user_id', '=', user.id)
    .where((eb) => eb('is_covered', '=', eb.lit(true)))
    .orderBy('id', 'desc')
    .limit(mostPosts)
    .execute()
  const postIds = [...new Set(covered.flatMap(({ post_id }) => post_id ?? []))]
  if (postIds.length === 0) return
  const rows = await rowsOfPosts({ db, forum }, user.id, postIds)
  const alerted = new Set(alertTypes(user, forum))
  const changed: CoverableRow[] = []
  for (const ofPost of Map.groupBy(rows, ({ post_id }) => post_id).values()) {
    const kept = ofPost.filter(({ is_deleted }) => !is_deleted)
    const isShown = ({ type, is_visible }: CoverableRow) => is_visible && alerted.has(type)
    const listed = kept.find(isShown) ?? kept[0]
    for (const row of kept) if (row.is_covered === (row === listed)) changed.push(row)
    if (listed?.is_covered && listed.read_at === null)
      await markRead(db, listed, ofPost.slice(0, ofPost.indexOf(listed)))
  }
  if (changed.length === 0) return
  for (const is_covered of [true, false]) {
    const ids = changed.filter((row) => row.is_covered !== is_covered).map(({ id }) => id)
    await db
      .updateTable('notifications')
      .set({ is_covered })
      .where((eb) => forum.database.dialect.idIn(eb.ref('id'), ids))
      .execute()
  }
  await updateGroups(
    { db, forum },
    changed.map(({ group_id }) => group_id),
  )
}

type CoverableRow = Pick<
  NotificationRow,
  'id' | 'group_id' | 'post_id' | 'type' | 'is_deleted' | 'is_covered' | 'read_at'
> & { is_visible: boolean }

/** A user's rows about posts, those of the highest rank first. */
async function rowsOfPosts(
  { db, forum }: { db: Queries; forum: Forum },
  userId: number,
  postIds: readonly number[],
): Promise<CoverableRow[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('notification_groups', 'notification_groups.id', 'notifications.group_id')
    .select([
      'notifications.id',
      'notifications.group_id',
      'notifications.post_id',
      'notifications.type',
      'notifications.is_deleted',
      'notifications.is_covered',
      'notifications.read_at',
      'notification_groups.is_visible',
    ])
    .where((eb) => forum.database.dialect.idIn(eb.ref('notifications.post_id'), postIds))
    .where('notifications.user_id', '=', userId)
    .orderBy('notifications.id')
    .execute()
  return byRank(rows, forum)
}

/** Sorts notifications about the same post, the most personal first. */
export function byRank<Row extends { type: string }>(
  rows: readonly Row[],
  { points }: Pick<Forum, 'points'>,
): Row[] {
  const rank = ({ type }: Row) => points.notifications.types.get(type)?.rank ?? 0
  return rows.toSorted((one, other) => rank(other) - rank(one))
}

async function markRead(
  db: Queries,
  { id }: CoverableRow,
  morePersonal: readonly CoverableRow[],
): Promise<void> {
  const readAt = morePersonal.find(({ read_at }) => read_at !== null)?.read_at
  if (readAt !== undefined)
    await db.updateTable('notifications').set({ read_at: readAt }).where('id', '=', id).execute()
}
