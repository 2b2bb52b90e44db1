import { defineExtension, deny } from '@parley/server'

const isOwn = deny.because('nominations.admin.why.own')

/** Authors cannot nominate their own discussions: the rule for one row, and the same as a condition in SQL. */
export default defineExtension({
  policies: {
    discussions: {
      nominate: {
        verdict: (actor, discussion) => (discussion.user_id === actor.id ? isOwn : undefined),
        scope: (eb, { actor }) => ({ deny: eb('discussions.user_id', '=', actor.id) }),
      },
    },
  },
})
