import { defineExtension, deny } from '@parley/server'
import { isSuspended } from '../../../suspend/contract/server.ts'
import { editAny } from '../../server/rights.ts'

/** The bio of a suspended member is seen by those only who may change it. */
export default defineExtension({
  policies: {
    users: {
      viewBio: {
        verdict: (actor, user) =>
          isSuspended(user, actor.rules.now()) && !actor.hasPermission(editAny) ? deny : undefined,
        scope: (eb, { actor, now }) =>
          actor.hasPermission(editAny)
            ? undefined
            : { deny: eb('users.suspended_until', '>', now.toISOString()) },
      },
    },
  },
})
