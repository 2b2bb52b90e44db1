import { defineExtension } from '@parley/server'
import { isSuspended } from '../../../suspend/contract/server.ts'
import { endSubscriptions } from '../../server/push/subscriptions/end.ts'

/** The browsers of a suspended member get no pushes any more. */
export default defineExtension({
  on: {
    async 'user.suspended'({ user }, context) {
      if (isSuspended(user, context.now)) await endSubscriptions(context, user.id)
    },
  },
})
