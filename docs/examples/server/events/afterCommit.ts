import { defineExtension } from '@parley/server'

/** Runs when the new discussion is durable. A failure here changes nothing. */
export default defineExtension({
  afterCommit: {
    'discussion.started'({ discussion }, { forum }) {
      forum.log.info({ discussion: discussion.id }, 'A discussion was started')
    },
  },
})
