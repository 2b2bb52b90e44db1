import type { Condition, Context, DiscussionRow, Tables } from '@parley/server'
import type { ExpressionBuilder } from 'kysely'

type Builder = ExpressionBuilder<Tables, 'discussions'>

/** The ids of the tags of a discussion. */
export function tagIdsOf({ tagIds }: DiscussionRow): readonly number[] {
  if (!tagIds) throw new Error('The tags of a discussion are not attached')
  return tagIds
}

/**
 * The discussions with one of these tags. Of a condition with `exists` PostgreSQL may read all rows beforehand, also to
 * decide on a few discussions. SQLite would look up every tag in the index: a discussion has few of many.
 */
export function hasTagAmong(
  eb: Builder,
  ids: readonly number[],
  { forum }: Pick<Context, 'forum'>,
): Condition {
  if (ids.length === 0) return false
  const { idIn, unindexed } = forum.database.dialect
  const found = eb
    .selectFrom('discussion_tag')
    .select('discussion_tag.tag_id')
    .whereRef('discussion_tag.discussion_id', '=', 'discussions.id')
    .where((of) => idIn(unindexed(of.ref('discussion_tag.tag_id')), ids))
    .limit(1)
  return eb(found, 'is not', null)
}

/** The discussions without tags, deleted tags aside. */
export function isUntagged(eb: Builder, deletedIds: readonly number[]): Condition {
  const all = eb
    .selectFrom('discussion_tag')
    .select('discussion_tag.tag_id')
    .whereRef('discussion_tag.discussion_id', '=', 'discussions.id')
    .limit(1)
  const found = deletedIds.length === 0 ? all : all.where('discussion_tag.tag_id', 'not in', deletedIds)
  return eb(found, 'is', null)
}
