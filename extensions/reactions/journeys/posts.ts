import type { ServedForum } from './send-as.ts'

/** The ids of the posts of a discussion, in their order. */
export async function postIds(
  { current: { database } }: ServedForum,
  discussionId: number,
): Promise<string[]> {
  const rows = await database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', discussionId)
    .orderBy('number')
    .execute()
  return rows.map(({ id }) => String(id))
}
