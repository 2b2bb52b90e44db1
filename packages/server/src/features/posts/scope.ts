import type { AnyExpressionBuilder } from '../../engine/jsonapi/rows.ts'
import { isVisible } from '../../engine/jsonapi/rows.ts'
import type { Scope } from '../../points/access/scopes.ts'

/**
 * Which posts an actor sees (api-core 4.17): in visible discussions, not private, not hidden unless by permission
 * or one's own, of a known type. Extensions may only narrow what is private: ranks count on it.
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
    const shown = eb('posts.hidden_at', 'is', null)
    conditions.push(actor.isGuest ? shown : eb.or([shown, eb('posts.user_id', '=', actor.id)]))
  }
  return eb.and(conditions)
}

/** Posts that may be invisible to somebody although their discussion is visible; few, and indexed. */
export function isExceptional(eb: AnyExpressionBuilder) {
  return eb.or([eb('posts.hidden_at', 'is not', null), eb('posts.is_private', '=', eb.lit(true))])
}
