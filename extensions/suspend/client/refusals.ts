import type { App, ReplyRefusal } from '@parley/client'
import { isIndefinite } from '../shared.ts'
import { endInWords, ownEnd } from './suspension.ts'

const look = { icon: 'ban', label: 'core.forum.discussion_controls.cannot_reply_button' }

function isSuspended(app: App, indefinitely: boolean): boolean {
  const end = ownEnd(app)
  return end !== undefined && isIndefinite(end) === indefinitely
}

/** Why suspended members cannot reply. */
export const replyRefusals: Readonly<Record<string, ReplyRefusal>> = {
  suspended: {
    ...look,
    text: 'suspend.forum.notifications.user_suspended_text',
    params: (app) => ({ until: endInWords(ownEnd(app) ?? 0, app.clock.state.translator) }),
    applies: (_, app) => isSuspended(app, false),
  },
  suspendedIndefinitely: {
    ...look,
    text: 'suspend.forum.notifications.user_suspended_indefinite_text',
    applies: (_, app) => isSuspended(app, true),
  },
}
