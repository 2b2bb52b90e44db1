import type { App } from '../../points/app.ts'
import type { ReplyRefusal } from '../../points/reply-refusals.ts'
import type { StoreRecord } from '../../store/record.ts'

/** Why the viewer cannot reply. `undefined` if they can, and for guests who may be able to after logging in. */
export function replyRefusal(app: App, discussion: StoreRecord<'discussions'>): ReplyRefusal | undefined {
  if (discussion.canReply) return undefined
  return app.replyRefusals.find((refusal) => {
    try {
      return refusal.applies(discussion, app)
    } catch {
      // Another reason is better than a page that fails.
      return false
    }
  })
}

/** The core's reasons. */
export const coreReplyRefusals: Readonly<Record<string, ReplyRefusal>> = {
  unconfirmed: {
    icon: 'info',
    label: 'core.forum.discussion_controls.cannot_reply_button',
    text: 'core.forum.discussion_controls.unconfirmed_cannot_reply_text',
    applies: (_, { userId, store }) =>
      userId !== undefined && store.get('users', userId)?.isEmailConfirmed === false,
  },
  forbidden: {
    icon: 'info',
    label: 'core.forum.discussion_controls.cannot_reply_button',
    text: 'core.forum.discussion_controls.cannot_reply_text',
    applies: (_, { userId }) => userId !== undefined,
  },
}
