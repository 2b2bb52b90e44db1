import { allow, defineExtension, deny, rowsWhere } from '@parley/server'
import type {} from '../../../tags/contract/server.ts'

const needsApproval = deny.because('approval.admin.why.tag_needs_approval')

/** The permission in a tag, which the policy of Tags for other abilities decides on. */
const permission = 'discussion.startWithoutApproval'

/** Whose discussions wait in a tag does not move public ones there. */
export default defineExtension({
  policies: {
    tags: {
      addToDiscussion: {
        verdict: (actor, tag) => (actor.can(permission, 'tags', tag) ? allow : needsApproval),
        scope: (_eb, context) => rowsWhere(context, permission, 'tags'),
      },
    },
  },
})
