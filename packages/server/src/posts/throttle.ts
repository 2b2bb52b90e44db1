import type { Throttle } from '../points/throttles.ts'

const secondsBetweenPosts = 10

/** One post, or event post, in ten seconds (api-core 4.6). */
export const postThrottle: Throttle = {
  endpoints: ['discussions.create', 'posts.create'],
  inTurn: true,
  async wait({ actor, db, now }) {
    if (actor.isGuest || actor.can('postWithoutThrottle')) return undefined
    const since = new Date(now.getTime() - secondsBetweenPosts * 1000).toISOString()
    const last = await db
      .selectFrom('posts')
      .select('created_at')
      .where('user_id', '=', actor.id)
      .where('created_at', '>', since)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!last) return undefined
    return Math.max(1, (Date.parse(last.created_at) + secondsBetweenPosts * 1000 - now.getTime()) / 1000)
  },
}
