import { type App, discussionPath, type NotificationType } from '@parley/client'
import type { Notifications } from '@parley/shared'
import type { ReactionRecord } from '../shared.ts'
import { nameOf } from './types.ts'

type Stored = ReactionRecord & { id: number }

/** How the list of the bell shows a reaction to a post of the reader. */
export const postReacted: NotificationType<Notifications['postReacted']> = {
  label: 'reactions.forum.settings.notify_post_reacted_label',
  icon: 'react',
  text: 'reactions.forum.notification',
  params: ({ content }, app) => ({ reaction: reactionIn(content, app) }),
  link: ({ discussion, subject }) => (discussion ? discussionPath(discussion, Number(subject.number)) : '/'),
}

/** The emoji of a reaction that a notification has as JSON, or the name of its icon. */
function reactionIn(content: unknown, { store, t }: App): string {
  const stored = parse(content)
  const { character, identifier, display } = store.get('reactions', String(stored.id)) ?? stored
  return character || nameOf({ identifier: String(identifier ?? ''), display: display ?? null }, t)
}

function parse(content: unknown): Partial<Stored> {
  try {
    const parsed: unknown = JSON.parse(String(content))
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
