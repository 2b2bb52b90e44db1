import type { Scope } from '../../points/access/scopes.ts'

/** The discussions that an actor sees (api-core 4.17). */
export const discussionScope: Scope<'discussions'> = (eb, context) => {
  const { actor, forum } = context
  if (!actor.can('viewForum')) return eb.lit(false)
  const { unindexed } = forum.database.dialect
  const own = eb('discussions.user_id', '=', actor.id)
  const unless = (permission: string, condition: typeof own) => {
    if (actor.hasPermission(permission)) return []
    return [actor.isGuest ? condition : eb.or([condition, own])]
  }
  return eb.and([
    forum.points.privacy.shown(eb, 'discussions', context),
    ...unless('discussion.hide', eb('discussions.hidden_at', 'is', null)),
    ...unless('discussion.editPosts', eb(unindexed(eb.ref('discussions.comment_count')), '>', eb.lit(0))),
  ])
}
