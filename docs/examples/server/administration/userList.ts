import { defineExtension, storedFlag } from '@parley/server'

/** Administrators find the users who have never written anything. */
export default defineExtension({
  userList: {
    filters: {
      isSilent: {
        schema: storedFlag(),
        where: (eb, isSilent) => eb('users.comment_count', isSilent ? '=' : '>', 0),
      },
    },
  },
})
