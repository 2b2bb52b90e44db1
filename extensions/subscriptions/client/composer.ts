import { defineComposerExtension } from '@parley/client'

export default defineComposerExtension({
  steps: {
    // The server does the same when it stores the reply.
    subscription({ target, app }) {
      const user = app.store.get('users', app.userId ?? '')
      if (target.kind === 'reply' && user?.preferences?.followAfterReply === true)
        app.store.change('discussions', target.discussionId, { attributes: { subscription: 'follow' } })
      return undefined
    },
  },
})
