import type { Policies } from '../../points/access/policies.ts'
import { allow, deny } from '../../points/access/verdicts.ts'
import type { Actor } from '../../points/context/actor.ts'
import type { DiscussionRow } from './table.ts'

/** Abilities on discussions (api-core 4.7, 4.4): by permission, or for the author within a time window. */
export const discussionPolicies: Policies['discussions'] = {
  '*': (actor, _discussion, ability) => (actor.hasPermission(`discussion.${ability}`) ? allow : undefined),

  view: (actor, discussion) => (canSee(actor, discussion) ? allow : deny),

  rename: (actor, discussion) =>
    isOwn(actor, discussion) &&
    actor.can('reply', 'discussions', discussion) &&
    isWindowOpen(actor.rules.settings.get('allow_renaming'), {
      since: discussion.created_at,
      now: actor.rules.now(),
      isUnanswered: discussion.participant_count <= 1,
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

/** The rule of `discussionScope`, for one row. */
function canSee(actor: Actor, discussion: DiscussionRow): boolean {
  return (
    actor.can('viewForum') &&
    actor.rules.privacy.isShown('discussions', discussion, actor) &&
    (discussion.hidden_at === null || isOwn(actor, discussion) || actor.hasPermission('discussion.hide')) &&
    (discussion.comment_count > 0 || isOwn(actor, discussion) || actor.hasPermission('discussion.editPosts'))
  )
}

/** The facts that a time window depends on. */
export interface WindowFacts {
  /** ISO 8601. */
  since: string
  now: Date
  /** Whether the object has no reply yet; each caller defines what a reply is. */
  isUnanswered: boolean
}

/**
 * Whether the time window of a setting is still open: `-1` is always open, `0` never, `reply` until the first reply,
 * and a number for that many whole minutes.
 */
export function isWindowOpen(setting: string, facts: WindowFacts): boolean {
  if (setting === '-1') return true
  if (setting === 'reply') return facts.isUnanswered
  const minutes = Math.floor((facts.now.getTime() - Date.parse(facts.since)) / 60_000)
  return minutes < Number(setting)
}
