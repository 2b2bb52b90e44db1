import type { Extension, PostRow, WriteContext } from '@parley/server'
import { type StoredThumbnail, thumbnailOf } from './picture.ts'

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
    discussion.first_post_id === post.id
      ? write(context, discussion.id, { thumbnail: null, is_thumbnail_public: false })
      : undefined,
}

async function store({ post }: { post: PostRow }, context: WriteContext): Promise<void> {
  if (post.number !== 1 || post.type !== 'comment') return
  const values = thumbnailOf(post, context)
  if (values.thumbnail !== null || post.discussion.thumbnail !== null)
    await write(context, post.discussion_id, values)
}

async function write({ db }: WriteContext, discussionId: number, values: StoredThumbnail): Promise<void> {
  await db.updateTable('discussions').set(values).where('id', '=', discussionId).execute()
}
