import type { AnyExpressionBuilder } from '../../engine/jsonapi/rows.ts'
import { isVisible } from '../../engine/jsonapi/rows.ts'
import type { Scope } from '../../points/access/scopes.ts'

/**
 * The posts that an actor sees (api-core 4.17): of a known type, in a visible discussion, not private, and not hidden
 * unless the actor wrote them or may hide posts. Extensions may only narrow it by `privacy`: ranks depend on that.
 */
export const postScope: Scope<'posts'> = (eb, context) => {
  const { actor, forum } = context
  const discussion = eb.exists(
    eb
      .selectFrom('discussions')
      .select('discussions.id')
      .whereRef('discussions.id', '=', 'posts.discussion_id')
      .where(() => isVisible(context, 'discussions')),
  )
  const conditions = [
    discussion,
    forum.points.privacy.shown(eb, 'posts', context),
    eb('posts.type', 'in', ['comment', ...forum.points.eventPosts.keys()]),
  ]
  if (!actor.hasPermission('discussion.hidePosts')) {
    const isShown = eb('posts.hidden_at', 'is', null)
    conditions.push(actor.isGuest ? isShown : eb.or([isShown, eb('posts.user_id', '=', actor.id)]))
  }
  return eb.and(conditions)
}

/** Posts that may be invisible in a visible discussion: hidden and private ones. They are few, and indexed. */
export function isExceptional(eb: AnyExpressionBuilder) {
  return eb.or([eb('posts.hidden_at', 'is not', null), eb('posts.is_private', '=', eb.lit(true))])
}
