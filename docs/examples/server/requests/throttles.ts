import { defineExtension } from '@parley/server'

/** Newcomers wait ten minutes after signing up before they start a discussion. */
export default defineExtension({
  throttles: {
    newcomers: {
      endpoints: ['discussions.create'],
      async wait({ actor, db, now }) {
        const user = await db
          .selectFrom('users')
          .select('joined_at')
          .where('id', '=', actor.id)
          .executeTakeFirst()
        if (!user?.joined_at) return undefined
        const seconds = 600 - (now.getTime() - Date.parse(user.joined_at)) / 1000
        return seconds > 0 ? seconds : undefined
      },
    },
  },
})
