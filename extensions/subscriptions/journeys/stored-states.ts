import type { Context } from '@parley/server'
import '../server/table.ts'
import type { Subscription } from '../shared.ts'

/** The part of a test's forum that these functions use. */
interface StoredForum {
  current: Pick<Context['forum'], 'database'>
  settled(): Promise<unknown>
}

/** Stores what a user has read of a discussion, and wants to know of it. */
export async function storeState(
  forum: StoredForum,
  discussionId: number,
  userId: number,
  { read, subscription = 'follow' }: { read: number | null; subscription?: Subscription | null },
): Promise<void> {
  await forum.current.database.transaction((db) =>
    db
      .insertInto('discussion_user')
      .values({ discussion_id: discussionId, user_id: userId, last_read_post_number: read, subscription })
      .execute(),
  )
}

/** The numbers of the posts that a user has been told of, the last one first, without what was withdrawn. */
export async function toldOf(forum: StoredForum, user: { id: number }): Promise<number[]> {
  await forum.settled()
  const rows = await forum.current.database.read
    .selectFrom('notifications')
    .select('data')
    .where('user_id', '=', user.id)
    .where('type', '=', 'newPost')
    .where('is_deleted', '=', false)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ data }) => (JSON.parse(data ?? '{}') as { postNumber: number }).postNumber)
}
