import type { DeletionStep } from '../../points/resources/deletions.ts'

/** Posts that one transaction subtracts. */
const batchSize = 2000

/**
 * Subtracts the comments of a deleted discussion from the statistics, in the order of their numbers. The comments no
 * longer change.
 */
export const subtractComments: DeletionStep = async (context, { id, after: [afterNumber] }) => {
  const posts = await context.db
    .selectFrom('posts')
    .select(['number', 'created_at', 'type'])
    .where('discussion_id', '=', id)
    .where('number', '>', afterNumber)
    .orderBy('number')
    .limit(batchSize)
    .execute()
  for (const { type, created_at } of posts) if (type === 'comment') context.count('posts', created_at, -1)
  const last = posts.at(-1)
  return last && posts.length === batchSize ? [last.number, 0] : undefined
}
