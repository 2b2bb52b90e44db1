import type { Extension, PostRow, WriteContext } from '@parley/server'
import { pictureOf } from './picture.ts'

/** Keeps the thumbnails of discussions: what follows from a change of their first posts. */
export const thumbnailListeners: NonNullable<Extension['on']> = {
  'post.created': store,
  'post.edited': store,
  // Writing the same picture again evicts cached pages that show it to guests, who may no longer see it.
  'post.hidden': store,
  'post.restored': store,
  'post.madePrivate': store,
  'post.madePublic': store,
  'post.deleted': ({ discussion, post }, context) =>
    discussion.first_post_id === post.id ? write(context, discussion.id, null) : undefined,
}

async function store({ post }: { post: PostRow }, context: WriteContext): Promise<void> {
  if (post.number !== 1 || post.type !== 'comment') return
  const picture = pictureOf(post, context)
  if (picture !== null || post.discussion.thumbnail !== null)
    await write(context, post.discussion_id, picture)
}

async function write({ db }: WriteContext, discussionId: number, thumbnail: string | null): Promise<void> {
  await db.updateTable('discussions').set({ thumbnail }).where('id', '=', discussionId).execute()
}
