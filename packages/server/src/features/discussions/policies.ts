import type { Policies } from '../../points/access/policies.ts'
import { allow, deny, noOpinion, type Verdict } from '../../points/access/verdicts.ts'
import type { Actor } from '../../points/context/actor.ts'
import type { DiscussionRow } from './table.ts'

const notAuthor = noOpinion.because('core.admin.why.not_author')
const cannotReply = noOpinion.because('core.admin.why.author_cannot_reply')
const renamedInTime = allow.because('core.admin.why.author_in_time', 'allow_renaming')
const renamedTooLate = noOpinion.because('core.admin.why.author_too_late', 'allow_renaming')
const unanswered = allow.because('core.admin.why.author_of_unanswered_discussion')
const answered = noOpinion.because('core.admin.why.discussion_is_answered')
const hiddenByOthers = noOpinion.because('core.admin.why.hidden_by_others')
const isPrivate = deny.because('core.admin.why.is_private')
const discussionHidden = deny.because('core.admin.why.discussion_is_hidden')
const discussionEmpty = deny.because('core.admin.why.discussion_is_empty')

/** Abilities on discussions (api-core 4.7, 4.4): by permission, or for the author within a time window. */
export const discussionPolicies: Policies['discussions'] = {
  '*': (actor, _discussion, ability) => (actor.hasPermission(`discussion.${ability}`) ? allow : undefined),

  view,

  rename(actor, discussion) {
    if (!isOwn(actor, discussion)) return notAuthor
    if (!actor.can('reply', 'discussions', discussion)) return cannotReply
    const isOpen = isWindowOpen(actor.rules.settings.get('allow_renaming'), {
      since: discussion.created_at,
      now: actor.rules.now(),
      isUnanswered: discussion.participant_count <= 1,
    })
    return isOpen ? renamedInTime : renamedTooLate
  },

  hide(actor, discussion) {
    if (!isOwn(actor, discussion)) return notAuthor
    if (discussion.participant_count > 1) return answered
    if (discussion.hidden_at !== null && discussion.hidden_user_id !== actor.id) return hiddenByOthers
    return actor.can('reply', 'discussions', discussion) ? unanswered : cannotReply
  },
}

function isOwn(actor: Actor, discussion: DiscussionRow): boolean {
  return !actor.isGuest && discussion.user_id === actor.id
}

/** The rule of `discussionScope`, for one row. */
function view(actor: Actor, discussion: DiscussionRow): Verdict {
  if (!actor.can('viewForum')) return deny
  if (!actor.rules.privacy.isShown('discussions', discussion, actor)) return isPrivate
  if (isOwn(actor, discussion)) return allow
  if (discussion.hidden_at !== null && !actor.hasPermission('discussion.hide')) return discussionHidden
  if (discussion.comment_count === 0 && !actor.hasPermission('discussion.editPosts')) return discussionEmpty
  return allow
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
