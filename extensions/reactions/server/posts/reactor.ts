import type { Context, Queries } from '@parley/server'
import type { PostReactionRow } from '../tables.ts'

/** Who reacts: the columns that say whose a reaction is. */
export type Reactor = { user_id: number; guest_id: null } | { user_id: null; guest_id: string }

/** The actor as a reactor; undefined for a guest who has no identity yet, and so no reaction. */
export function reactorOf({ actor, guest }: Context): Reactor | undefined {
  if (!actor.isGuest) return { user_id: actor.id, guest_id: null }
  return guest?.id === undefined ? undefined : { user_id: null, guest_id: guest.id }
}

/** As `reactorOf`; a guest without an identity gets one. */
export function ensureReactor(context: Context): Reactor {
  context.guest?.ensure()
  const reactor = reactorOf(context)
  if (!reactor) throw new Error('Only requests to the API have guests who react')
  return reactor
}

/** The reactor's row for a post, which may have been taken back. */
export function ownReaction(
  db: Queries,
  postId: number,
  { user_id, guest_id }: Reactor,
): Promise<PostReactionRow | undefined> {
  const ofPost = db.selectFrom('post_reactions').selectAll().where('post_id', '=', postId)
  const own =
    user_id === null ? ofPost.where('guest_id', '=', guest_id) : ofPost.where('user_id', '=', user_id)
  return own.executeTakeFirst()
}
