import { defineExtension } from '@parley/server'
import { z } from 'zod'

declare module '@parley/server' {
  interface RealtimeEvents {
    applauded: { data: { postId: number; claps: number; userId: number }; subject: 'posts' }
  }
}

/**
 * Tells the readers of a discussion that one of its posts was applauded. A route says so in its transaction:
 * `context.publish('applauded', { postId, claps, userId })`. In the browser `useApp().realtime.follow` hears of it. Who clapped,
 * only the author of the post hears.
 */
export default defineExtension({
  realtimeEvents: {
    applauded: {
      data: z.strictObject({ postId: z.int(), claps: z.int(), userId: z.int() }),
      subject: 'posts',
      subjectId: ({ postId }) => postId,
      topics: (_data, post) => [`discussion:${post.discussion_id}`],
      describe: ({ postId, claps }) => ({ postId: String(postId), claps }),
      details: {
        isFor: (actor, post) => post.user_id === actor.id,
        describe: ({ userId }) => ({ userId: String(userId) }),
      },
    },
  },
})
