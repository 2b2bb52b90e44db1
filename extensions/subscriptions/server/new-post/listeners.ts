import { type Extension, enqueueJob, type PostRow, preferenceOf, type WriteContext } from '@parley/server'
import { storeSubscription } from '../store.ts'
import { hasFollowers, readBefore } from './followers.ts'
import './jobs.ts'
import { newPostOf, wasAnnounced } from './notification.ts'

/** Has the followers of the discussion told of a post, by a job: the more there are, the longer it takes. */
export async function announce(post: PostRow, context: WriteContext): Promise<void> {
  if (!(await hasFollowers(context, post))) return
  await enqueueJob(context, 'subscriptions.notify', {
    post: newPostOf(post),
    before: await readBefore(context, post),
    after: 0,
  })
}

/** Members who want it follow what they write in, also what they have muted. */
async function followAfterReply(post: PostRow, context: WriteContext): Promise<void> {
  if (post.user_id === null) return
  const author = await context.db
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', post.user_id)
    .executeTakeFirst()
  if (!author || preferenceOf(author, 'followAfterReply', context.forum) !== true) return
  await storeSubscription(context, { discussionId: post.discussion_id, userId: post.user_id }, 'follow')
}

async function review({ post }: { post: PostRow }, context: WriteContext): Promise<void> {
  if (await wasAnnounced(context, post.id))
    await enqueueJob(context, 'subscriptions.review', { post: newPostOf(post), after: 0 })
}

export const postListeners: NonNullable<Extension['on']> = {
  async 'post.created'({ post }, context) {
    await followAfterReply(post, context)
    await announce(post, context)
  },
  'post.hidden': review,
  'post.restored': review,
  'post.deleted': review,
  'post.madePrivate': review,
  'post.madePublic': review,
}
