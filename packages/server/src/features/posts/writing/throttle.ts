import { pauseAfter } from '../../../infrastructure/limits/pauses.ts'
import type { Throttle } from '../../../points/requests/throttles.ts'

const secondsBetweenPosts = 10

/** Allows one post or event post in ten seconds (api-core 4.6). */
export const postThrottle: Throttle = {
  endpoints: ['discussions.create', 'posts.create'],
  inTurn: true,
  async wait({ actor, db, now, forum }) {
    if (forum.rateLimits.areOff || actor.isGuest || actor.can('postWithoutThrottle')) return undefined
    const { since, until, wait } = pauseAfter(secondsBetweenPosts, now)
    const last = await db
      .selectFrom('posts')
      .select('created_at')
      .where('user_id', '=', actor.id)
      .where('created_at', '>', since)
      .where('created_at', '<=', until)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return wait(last?.created_at)
  },
}
