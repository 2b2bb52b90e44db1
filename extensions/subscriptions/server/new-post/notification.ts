import type { Notification, WriteContext } from '@parley/server'
import '../../shared.ts'

/** The post that followers are told of, as jobs keep it: its row may be gone when they run. */
export interface NewPost {
  id: number
  discussionId: number
  number: number
  /** Null if the author's account was deleted. */
  userId: number | null
}

/** The notification of the followers of a discussion. */
export function newPostNotification(post: NewPost): Notification<'newPost'> {
  return {
    type: 'newPost',
    fromUserId: post.userId,
    subject: { id: post.discussionId },
    data: { postNumber: post.number },
    postId: post.id,
  }
}

/** What jobs keep of a row of posts. */
export function newPostOf({
  id,
  discussion_id,
  number,
  user_id,
}: {
  id: number
  discussion_id: number
  number: number
  user_id: number | null
}): NewPost {
  return { id, discussionId: discussion_id, number, userId: user_id }
}

/** Whether followers were told of a post. */
export async function wasAnnounced({ db }: WriteContext, postId: number): Promise<boolean> {
  const sent = await db
    .selectFrom('notifications')
    .select('id')
    .where('post_id', '=', postId)
    .where('type', '=', 'newPost')
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}
