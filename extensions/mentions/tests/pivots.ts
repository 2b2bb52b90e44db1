import type { Context } from '@parley/server'

/** A forum of a test. */
interface TestedForum {
  current: Pick<Context['forum'], 'database'>
}

/** The stored rows of one of the tables of mentions, as pairs of ids: the post, and what it mentions. */
export async function pivots(
  { current }: TestedForum,
  kind: 'user' | 'post' | 'group' | 'tag',
): Promise<number[][]> {
  const rows = (await current.database.read
    .selectFrom(`post_mentions_${kind}` as 'post_mentions_user')
    .select(['post_id', `mentions_${kind}_id` as 'mentions_user_id'])
    .orderBy('post_id')
    .orderBy(`mentions_${kind}_id` as 'mentions_user_id')
    .execute()) as unknown as Record<string, number>[]
  return rows.map((row) => [Number(row.post_id), Number(row[`mentions_${kind}_id`])])
}
