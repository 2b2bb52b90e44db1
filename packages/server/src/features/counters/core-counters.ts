import { sql } from 'kysely'
import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { type Counter, columnCounter } from '../../points/counters/counters.ts'
import { postBlocks } from './post-blocks.ts'

/** Comments of deleted discussions that the deletion has subtracted from their authors' counts so far. */
const settledComments = sql`exists (select 1 from deletions
  left join deletion_steps on deletion_steps.deletion_id = deletions.id and deletion_steps.name = 'authors'
  where deletions.type = 'discussions' and deletions.row_id = posts.discussion_id
    and (deletion_steps.name is null
      or (posts.user_id, posts.id) <= (deletion_steps.after_1, deletion_steps.after_2)))`

const comments = sql`posts.type = 'comment' and posts.is_private = false`
const commentsOfDiscussion = sql`from posts where posts.discussion_id = discussions.id and ${comments}`
const newest = sql`${commentsOfDiscussion} and posts.hidden_at is null
  order by posts.created_at desc, posts.number desc limit 1`

const notificationsOfGroup = sql`from notifications
  where notifications.group_id = notification_groups.id and notifications.is_deleted = false
    and notifications.is_covered = false`

/** A column of the newest visible comment; without one, the stored value stays. */
function ofNewest(column: string, stored: string) {
  return sql`case when exists (select 1 ${newest}) then (select ${sql.ref(`posts.${column}`)} ${newest})
    else ${sql.ref(`discussions.${stored}`)} end`
}

/** All counters of the core (api-core 4.18), and other values that are derived from posts. */
export const coreCounters: readonly Counter[] = [
  columnCounter('discussions', 'comment_count', {
    comment_count: sql`(select count(*) ${commentsOfDiscussion} and posts.hidden_at is null)`,
  }),
  columnCounter('discussions', 'participant_count', {
    participant_count: sql`(select count(distinct posts.user_id) ${commentsOfDiscussion})`,
  }),
  columnCounter('discussions', 'last post', {
    last_post_id: ofNewest('id', 'last_post_id'),
    last_post_number: ofNewest('number', 'last_post_number'),
    last_posted_at: ofNewest('created_at', 'last_posted_at'),
    last_posted_user_id: ofNewest('user_id', 'last_posted_user_id'),
  }),
  columnCounter('discussions', 'first_post_id', {
    first_post_id: sql`(select posts.id from posts
      where posts.discussion_id = discussions.id and posts.number = 1 and posts.type = 'comment')`,
  }),
  columnCounter('discussions', 'post_number_index', {
    post_number_index: sql`(select case when max(posts.number) > discussions.post_number_index
      then max(posts.number) else discussions.post_number_index end
      from posts where posts.discussion_id = discussions.id)`,
  }),
  postBlocks,
  columnCounter('users', 'comment_count', {
    comment_count: sql`(select count(*) from posts where posts.user_id = users.id and ${comments}
      and not ${settledComments})`,
  }),
  columnCounter('users', 'discussion_count', {
    discussion_count: sql`(select count(*) from discussions
      where discussions.user_id = users.id and discussions.is_private = false
        and discussions.deleted_at is null)`,
  }),
  columnCounter('notification_groups', 'unread_count', {
    unread_count: sql`(select count(*) ${notificationsOfGroup} and notifications.read_at is null)`,
  }),
  columnCounter('notification_groups', 'newest_id', {
    newest_id: sql`(select coalesce(max(notifications.id), 0) ${notificationsOfGroup})`,
  }),
]

/** Stores all counters of the core for these rows, which the caller has locked or inserted. */
export async function storeCounts(
  db: Queries,
  database: Database,
  table: Counter['table'],
  ids: readonly number[],
): Promise<void> {
  for (const counter of coreCounters) if (counter.table === table) await counter.repair(db, database, ids)
}
