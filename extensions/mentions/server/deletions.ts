import { type DeletionStep, type Deletions, enqueueJob, type Purge, purgeRows } from '@parley/server'

function purge(kind: 'post' | 'user' | 'group', column: string): Purge {
  return purgeRows(`post_mentions_${kind}`, column, { key: ['post_id', `mentions_${kind}_id`] })
}

/** Links between posts that one transaction looks at. */
const batchSize = 200

/** Withdraws what the posts of a deleted discussion told the authors of posts in others. */
const withdraw: DeletionStep = async (context, { id, after }) => {
  const links = await context.db
    .selectFrom('posts')
    .innerJoin('post_mentions_post as link', 'link.post_id', 'posts.id')
    .select(['link.post_id', 'link.mentions_post_id', 'posts.number', 'posts.user_id'])
    .where('posts.discussion_id', '=', id)
    .where((eb) => eb(eb.refTuple('link.post_id', 'link.mentions_post_id'), '>', eb.tuple(...after)))
    .orderBy('link.post_id')
    .orderBy('link.mentions_post_id')
    .limit(batchSize)
    .execute()
  for (const [postId, ofPost] of Map.groupBy(links, ({ post_id }) => post_id)) {
    const formerPosts = ofPost.map(({ mentions_post_id }) => mentions_post_id)
    const [{ user_id: fromUserId, number } = { user_id: null, number: 0 }] = ofPost
    await enqueueJob(context, 'mentions.notify', { postId, fromUserId, number, formerPosts })
  }
  const last = links.at(-1)
  return last && links.length === batchSize ? [last.post_id, last.mentions_post_id] : undefined
}

/** What follows from the deletion of discussions, posts, accounts and groups. */
export const mentionDeletions: Deletions = {
  discussions: { settle: { postMentioned: withdraw } },
  posts: {
    sweep: [
      purge('post', 'post_id'),
      purge('post', 'mentions_post_id'),
      purge('user', 'post_id'),
      purge('group', 'post_id'),
    ],
  },
  users: { sweep: [purge('user', 'mentions_user_id')] },
  groups: { sweep: [purge('group', 'mentions_group_id')] },
}
