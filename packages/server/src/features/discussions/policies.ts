import { allOf, anyOf, type Condition } from '../../points/access/conditions.ts'
import { forAllRows, type Policies, type Policy, rowsWhere } from '../../points/access/policies.ts'
import { allow, deny, noOpinion } from '../../points/access/verdicts.ts'
import type { Context } from '../../points/context/context.ts'
import { isOwn, isWindowOpen, ownRows, rowsInWindow } from './authors.ts'
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

type DiscussionPolicy = Policy<DiscussionRow, 'discussions'>

/**
 * Who sees discussions (api-core 4.17). Moderators see what they may hide or, of empty discussions, edit. Comments of a
 * private discussion may be private, too, and are not counted: `privacy` alone says who sees it.
 */
const view: DiscussionPolicy = {
  verdict(actor, discussion) {
    if (!actor.can('viewForum')) return deny
    if (!actor.rules.privacy.isShown('discussions', discussion, actor)) return isPrivate
    if (isOwn(actor, discussion)) return allow
    const { hidden_at, comment_count, is_private } = discussion
    const isEmpty = comment_count === 0 && !is_private
    if (hidden_at !== null && !actor.can('hide', 'discussions', discussion)) return discussionHidden
    if (isEmpty && !actor.can('editPosts', 'discussions', discussion)) return discussionEmpty
    return allow
  },
  scope(eb, context) {
    const { actor, forum } = context
    if (!actor.can('viewForum')) return false
    const own = ownRows(context, 'discussions')
    const mayBySomeRight = (ability: string) => rowsWhere(context, ability, 'discussions', { ofOthers: true })
    const { unindexed } = forum.database.dialect
    const { privacy } = forum.points
    return allOf([
      privacy.shown(eb, 'discussions', context),
      anyOf([eb('discussions.hidden_at', 'is', null), own, mayBySomeRight('hide')]),
      anyOf([
        eb(unindexed(eb.ref('discussions.comment_count')), '>', eb.lit(0)),
        privacy.hasRules('discussions') && eb('discussions.is_private', '=', eb.lit(true)),
        own,
        mayBySomeRight('editPosts'),
      ]),
    ])
  },
}

const rename: DiscussionPolicy = {
  verdict(actor, discussion) {
    if (!isOwn(actor, discussion)) return notAuthor
    if (!actor.can('reply', 'discussions', discussion)) return cannotReply
    const isOpen = isWindowOpen(actor.rules.settings.get('allow_renaming'), {
      since: discussion.created_at,
      now: actor.rules.now(),
      isUnanswered: discussion.participant_count <= 1,
    })
    return isOpen ? renamedInTime : renamedTooLate
  },
  scope: (eb, context, asked) => ({
    allow: ofAuthors(ownRows(context, 'discussions', asked), context, () => [
      rowsInWindow(context.forum.settings.get('allow_renaming'), {
        since: eb.ref('discussions.created_at'),
        now: context.forum.now(),
        isUnanswered: eb('discussions.participant_count', '<=', 1),
      }),
    ]),
  }),
}

const hide: DiscussionPolicy = {
  verdict(actor, discussion) {
    if (!isOwn(actor, discussion)) return notAuthor
    if (discussion.participant_count > 1) return answered
    if (discussion.hidden_at !== null && discussion.hidden_user_id !== actor.id) return hiddenByOthers
    return actor.can('reply', 'discussions', discussion) ? unanswered : cannotReply
  },
  scope: (eb, context, asked) => ({
    allow: ofAuthors(ownRows(context, 'discussions', asked), context, () => [
      eb('discussions.participant_count', '<=', 1),
      anyOf([
        eb('discussions.hidden_at', 'is', null),
        eb('discussions.hidden_user_id', '=', context.actor.id),
      ]),
    ]),
  }),
}

/** Of the actor's own rows those that meet further conditions, if the actor may reply. */
function ofAuthors(own: Condition, context: Context, conditions: () => Condition[]): Condition {
  return own !== false && allOf([own, ...conditions(), rowsWhere(context, 'reply', 'discussions')])
}

/** Abilities on discussions (api-core 4.7, 4.4): by permission, or for the author within a time window. */
export const discussionPolicies: NonNullable<Policies['discussions']> = {
  '*': forAllRows((actor, ability) => (actor.hasPermission(`discussion.${ability}`) ? allow : undefined)),
  view,
  rename,
  hide,
}
