import { enqueueJob, type Job } from '@parley/server'
import { z } from 'zod'

/** A discussion whose posts others see than before. The posts up to an id are done. */
interface NotifyOfPosts {
  discussionId: number
  after: number
}

declare module '@parley/server' {
  interface JobTypes {
    'mentions.notifyOfPosts': NotifyOfPosts
  }
}

/** Posts that one run looks at. */
const batchSize = 200

/** Queues the notifications of all posts of a discussion that mention something. */
export const notifyOfPostsJob: Job<NotifyOfPosts> = {
  schema: z.object({ discussionId: z.number().int(), after: z.number().int() }),
  async run({ discussionId, after }, context) {
    const posts = await context.db
      .selectFrom('posts')
      .select(['id', 'user_id', 'number', 'mentions'])
      .where('discussion_id', '=', discussionId)
      .where('number', '>', after)
      .orderBy('number')
      .limit(batchSize)
      .execute()
    await context.forum.write(context, async (writing) => {
      for (const { id: postId, user_id: fromUserId, number, mentions } of posts) {
        if (mentions === null) continue
        await enqueueJob(writing, 'mentions.notify', { postId, fromUserId, number, formerPosts: [] })
      }
      const last = posts.at(-1)
      if (last && posts.length === batchSize)
        await enqueueJob(writing, 'mentions.notifyOfPosts', { discussionId, after: last.number })
    })
  },
}
