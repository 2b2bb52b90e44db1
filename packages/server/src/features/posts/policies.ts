import type { ExpressionBuilder } from 'kysely'
import { isVisible } from '../../engine/jsonapi/rows.ts'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { allOf, anyOf, type Condition } from '../../points/access/conditions.ts'
import { type Policies, type Policy, rowsWhere } from '../../points/access/policies.ts'
import { allow, deny, noOpinion } from '../../points/access/verdicts.ts'
import { isOwn, isWindowOpen, ownRows, rowsInWindow } from '../discussions/authors.ts'
import type { PostRow } from './table.ts'

const notAuthor = noOpinion.because('core.admin.why.not_author')
const hiddenByOthers = noOpinion.because('core.admin.why.hidden_by_others')
const cannotReply = noOpinion.because('core.admin.why.author_cannot_reply')
const isPrivate = deny.because('core.admin.why.is_private')
const unknownType = deny.because('core.admin.why.post_of_unknown_type')
const postHidden = deny.because('core.admin.why.post_is_hidden')

type PostPolicy = Policy<PostRow, 'posts'>
type Builder = ExpressionBuilder<Tables, 'posts'>

/**
 * Who sees posts (api-core 4.17): of a known type, in a visible discussion, not private, and not hidden unless the actor
 * wrote them or may hide posts there. Extensions may only narrow it by `privacy`: ranks depend on that.
 */
const view: PostPolicy = {
  verdict(actor, post) {
    if (!actor.can('view', 'discussions', post.discussion)) return deny
    if (!actor.rules.privacy.isShown('posts', post, actor)) return isPrivate
    if (!post.isOfKnownType) return unknownType
    if (post.hidden_at === null || isOwn(actor, post)) return allow
    return actor.can('hidePosts', 'discussions', post.discussion) ? allow : postHidden
  },
  scope(eb, context) {
    const { privacy, eventPosts } = context.forum.points
    return allOf([
      inDiscussion(eb, isVisible(context, 'discussions')),
      privacy.shown(eb, 'posts', context),
      eb('posts.type', 'in', ['comment', ...eventPosts.keys()]),
      anyOf([
        eb('posts.hidden_at', 'is', null),
        ownRows(context, 'posts'),
        inDiscussion(eb, rowsWhere(context, 'hidePosts', 'discussions')),
      ]),
    ])
  },
}

/** The posts whose discussion meets a condition. */
function inDiscussion(eb: Builder, condition: Condition): Condition {
  if (typeof condition === 'boolean') return condition
  return eb.exists(
    eb
      .selectFrom('discussions')
      .select('discussions.id')
      .whereRef('discussions.id', '=', 'posts.discussion_id')
      .where(() => condition),
  )
}

/** Lets authors change their own posts: the setting says for how long after writing them. */
function forAuthors(setting: 'allow_post_editing' | 'allow_hide_own_posts'): PostPolicy {
  const inTime = allow.because('core.admin.why.author_in_time', setting)
  const tooLate = noOpinion.because('core.admin.why.author_too_late', setting)
  return {
    verdict(actor, post) {
      if (!isOwn(actor, post)) return notAuthor
      if (post.hidden_at !== null && post.hidden_user_id !== actor.id) return hiddenByOthers
      if (!actor.can('reply', 'discussions', post.discussion)) return cannotReply
      const isOpen = isWindowOpen(actor.rules.settings.get(setting), {
        since: post.created_at,
        now: actor.rules.now(),
        isUnanswered: post.number >= (post.discussion.last_post_number ?? 0),
      })
      return isOpen ? inTime : tooLate
    },
    scope(eb, context, asked) {
      const own = ownRows(context, 'posts', asked)
      if (own === false) return undefined
      const last = eb
        .selectFrom('discussions')
        .select((of) => of.fn.coalesce('discussions.last_post_number', of.lit(0)).as('number'))
        .whereRef('discussions.id', '=', 'posts.discussion_id')
      const isInTime = rowsInWindow(context.forum.settings.get(setting), {
        since: eb.ref('posts.created_at'),
        now: context.forum.now(),
        isUnanswered: eb('posts.number', '>=', last),
      })
      return {
        allow: allOf([
          own,
          anyOf([eb('posts.hidden_at', 'is', null), eb('posts.hidden_user_id', '=', context.actor.id)]),
          inDiscussion(eb, rowsWhere(context, 'reply', 'discussions')),
          isInTime,
        ]),
      }
    },
  }
}

/** Abilities on posts (api-core 4.7, 4.4): by permission on the discussion, or for the author within a time window. */
export const postPolicies: NonNullable<Policies['posts']> = {
  '*': {
    verdict: (actor, post, ability) =>
      actor.can(`${ability}Posts`, 'discussions', post.discussion) ? allow : undefined,
    scope: (eb, context, { ability }) => ({
      allow: inDiscussion(eb, rowsWhere(context, `${ability}Posts`, 'discussions')),
    }),
  },
  view,
  edit: forAuthors('allow_post_editing'),
  hide: forAuthors('allow_hide_own_posts'),
}
