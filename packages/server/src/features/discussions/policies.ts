import { allow, deny } from '../../points/access/verdicts.ts'
import type { Policies } from '../../points/access/policies.ts'
import type { Actor } from '../../points/context/actor.ts'
import type { DiscussionRow } from './table.ts'

/** Who may do what to a discussion (api-core 4.7, 4.4): a permission, or being its author for a while. */
export const discussionPolicies: Policies['discussions'] = {
  '*': (actor, _discussion, ability) => (actor.hasPermission(`discussion.${ability}`) ? allow : undefined),

  view: (actor, discussion) => (maySee(actor, discussion) ? allow : deny),

  rename: (actor, discussion) =>
    isOwn(actor, discussion) &&
    actor.can('reply', 'discussions', discussion) &&
    isWithin(actor.rules.settings.get('allow_renaming'), {
      since: discussion.created_at,
      now: actor.rules.now(),
      untilReply: discussion.participant_count <= 1,
    })
      ? allow
      : undefined,

  hide: (actor, discussion) =>
    isOwn(actor, discussion) &&
    discussion.participant_count <= 1 &&
    (discussion.hidden_at === null || discussion.hidden_user_id === actor.id) &&
    actor.can('reply', 'discussions', discussion)
      ? allow
      : undefined,
}

function isOwn(actor: Actor, discussion: DiscussionRow): boolean {
  return !actor.isGuest && discussion.user_id === actor.id
}

/** The same rule as the scope of discussions, for one row. */
function maySee(actor: Actor, discussion: DiscussionRow): boolean {
  return (
    actor.can('viewForum') &&
    actor.rules.privacy.isShown('discussions', discussion, actor) &&
    (discussion.hidden_at === null || isOwn(actor, discussion) || actor.hasPermission('discussion.hide')) &&
    (discussion.comment_count > 0 || isOwn(actor, discussion) || actor.hasPermission('discussion.editPosts'))
  )
}

/** What a time window is measured against. */
export interface WindowFacts {
  /** ISO 8601. */
  since: string
  now: Date
  /** Whether nobody has replied yet, however that counts for the object. */
  untilReply: boolean
}

/**
 * Whether a window setting is still open: `-1` always, `0` never, `reply` until somebody replies, a number for
 * that many whole minutes.
 */
export function isWithin(setting: string, facts: WindowFacts): boolean {
  if (setting === '-1') return true
  if (setting === 'reply') return facts.untilReply
  const minutes = Math.floor((facts.now.getTime() - Date.parse(facts.since)) / 60_000)
  return minutes < Number(setting)
}
