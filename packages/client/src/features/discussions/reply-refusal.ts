import { useObservable } from '../../base/use-observable.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { RefusalText, ReplyRefusal, StartRefusal } from '../../points/reply-refusals.ts'
import type { StoreRecord } from '../../store/record.ts'

/** Why the viewer cannot reply. `undefined` if they can, and for guests who may be able to after logging in. */
export function replyRefusal(app: App, discussion: StoreRecord<'discussions'>): ReplyRefusal | undefined {
  if (discussion.canReply) return undefined
  return app.replyRefusals.find((refusal) => holds(() => refusal.applies(discussion, app)))
}

/** Why a logged-in viewer who may not start a discussion cannot. */
export function startRefusal(app: App): StartRefusal | undefined {
  return app.startRefusals.find((refusal) => holds(() => refusal.applies(app)))
}

function holds(applies: () => boolean): boolean {
  try {
    return applies()
  } catch {
    // Another reason is better than a page that fails.
    return false
  }
}

/** The text of a reason, with its dates in the reader's time zone. */
export function useRefusalText({ text, params }: RefusalText): string {
  const app = useApp()
  return useObservable(app.clock, ({ translator }) => translator.t(text, params?.(app)))
}

const isUnconfirmed = ({ userId, store }: App) =>
  userId !== undefined && store.get('users', userId)?.isEmailConfirmed === false

/** The core's reasons. */
export const coreReplyRefusals: Readonly<Record<string, ReplyRefusal>> = {
  unconfirmed: {
    icon: 'info',
    label: 'core.forum.discussion_controls.cannot_reply_button',
    text: 'core.forum.discussion_controls.unconfirmed_cannot_reply_text',
    applies: (_, app) => isUnconfirmed(app),
  },
  forbidden: {
    icon: 'info',
    label: 'core.forum.discussion_controls.cannot_reply_button',
    text: 'core.forum.discussion_controls.cannot_reply_text',
    applies: (_, { userId }) => userId !== undefined,
  },
}

/** The core's reasons why discussions cannot be started. */
export const coreStartRefusals: Readonly<Record<string, StartRefusal>> = {
  unconfirmed: { text: 'core.forum.index.unconfirmed_cannot_start_text', applies: isUnconfirmed },
  forbidden: { text: 'core.forum.index.cannot_start_discussion_text', applies: () => true },
}
