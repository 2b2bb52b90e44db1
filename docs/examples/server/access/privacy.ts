import { defineExtension } from '@parley/server'

/** Discussions whose titles begin with 'Draft:' are seen by their authors and by administrators only. */
export default defineExtension({
  privacy: {
    discussions: {
      isPrivate: ({ title }) => title.startsWith('Draft:'),
      sees: (actor, { user_id }) => user_id === actor.id || actor.can('administrate'),
      scope: (eb, { actor }) =>
        actor.can('administrate') ? eb.lit(true) : eb('discussions.user_id', '=', actor.id),
    },
  },
})
