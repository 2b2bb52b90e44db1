import { sql } from 'kysely'
import type { Series } from '../../points/statistics/statistics.ts'

/** The settling step of a deleted discussion that subtracts its comments. */
export const settlingStep = 'statistics'

/** Whether a post belongs to a deleted discussion and `settlingStep` has subtracted it already. */
const isSubtracted = sql`exists (select 1 from deletions
  left join deletion_steps
    on deletion_steps.deletion_id = deletions.id and deletion_steps.name = ${sql.lit(settlingStep)}
  where deletions.type = 'discussions' and deletions.row_id = posts.discussion_id
    and (deletion_steps.name is null or posts.number <= deletion_steps.after_1))`

/**
 * What the core counts: what was created and still exists. Hidden and private content counts; what is deleted forever is
 * subtracted from the period in which it was created. An account counts from its sign-up on, confirmed or not.
 */
export const coreSeries = {
  users: {
    label: 'core.admin.statistics.users_label',
    rows: { table: 'users', time: 'joined_at', where: sql`users.deleted_at is null` },
  },
  discussions: {
    label: 'core.admin.statistics.discussions_label',
    rows: { table: 'discussions', time: 'created_at', where: sql`discussions.deleted_at is null` },
  },
  posts: {
    label: 'core.admin.statistics.posts_label',
    rows: {
      table: 'posts',
      time: 'created_at',
      where: sql`posts.type = 'comment' and not ${isSubtracted}`,
    },
  },
  activeMembers: {
    label: 'core.admin.statistics.active_members_label',
    rows: { table: 'users', time: 'last_seen_at', where: sql`users.deleted_at is null` },
    isActivity: true,
  },
} as const satisfies Record<string, Series>
