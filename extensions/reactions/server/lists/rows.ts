import { type Context, loadRows, type PostRow, type Queries, type Relation } from '@parley/server'
import { wireId } from '../realtime.ts'
import { seesReactions } from '../rights.ts'
import type { PostReactionRow } from '../tables.ts'

/** How many reactions of one post are shown with it: `GET /api/posts/{id}/reactions` has all of them. */
const shownPerPost = 50

/** The reactions of a list to choose from. Those that were taken back are none. */
export interface Chosen {
  postId: number
  /** Only those of a type; all by default. */
  reactionId?: number | undefined
  /** Only those with a higher id. */
  after?: number
  limit: number
}

/** Selects reactions to a post by ascending id: those of members, and with the setting also those of guests. */
export function selectReactions({ db, forum }: Context, { postId, reactionId, after = 0, limit }: Chosen) {
  const ofPost = db
    .selectFrom('post_reactions')
    .selectAll()
    .where('post_id', '=', postId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
  const chosen =
    reactionId === undefined
      ? ofPost.where('reaction_id', 'is not', null).where('reaction_id', 'in', livingTypes(db))
      : ofPost.where('reaction_id', '=', reactionId)
  const showsGuests = forum.settings.get('fof-reactions.anonymousReactions')
  return showsGuests ? chosen : chosen.where('user_id', 'is not', null)
}

/** Those of a deleted type are gone at once, and removed later. */
function livingTypes(db: Queries) {
  return db.selectFrom('reactions').select('id').where('deleted_at', 'is', null)
}

/** Gives rows the ids that answers have: of guests they begin with `anonymous-`. */
export function withWireIds(rows: readonly PostReactionRow[]): PostReactionRow[] {
  return rows.map((row) => ({ ...row, wire_id: wireId(row) }))
}

/** The reactions with these ids that the actor may see. */
export async function loadReactions(ids: readonly number[], context: Context): Promise<PostReactionRow[]> {
  const { byId } = context.forum.tables.get('reactions')
  const showsGuests = context.forum.settings.get('fof-reactions.anonymousReactions')
  const rows = await context.db
    .selectFrom('post_reactions')
    .selectAll()
    .where((eb) => context.forum.database.dialect.idIn(eb.ref('id'), ids))
    .execute()
  const posts = await loadRows(
    context,
    'posts',
    rows.map(({ post_id }) => post_id),
  )
  return withWireIds(
    rows.filter(({ post_id, reaction_id, user_id }) => {
      const post = posts.get(post_id)
      if (!post || !byId.has(reaction_id ?? 0) || (user_id === null && !showsGuests)) return false
      return seesReactions(context.actor, post.discussion)
    }),
  )
}

/** `include=reactions` of posts: the first reactions, where the actor may see who reacted. Other posts have no such relationship. */
export const reactionsOfPosts: Relation<PostRow> = {
  to: 'post_reactions',
  many: true,
  async load(posts, context) {
    const seen = posts.filter(({ discussion }) => seesReactions(context.actor, discussion))
    const rows = await firstReactions(
      seen.map(({ id }) => id),
      context,
    )
    const byPost = Map.groupBy(withWireIds(rows), ({ post_id }) => post_id)
    return new Map(seen.map(({ id }) => [id, byPost.get(id) ?? []]))
  },
}

/** The first reactions to each of some posts. Each post is a part of the query, so that no post costs more than its share. */
async function firstReactions(
  postIds: readonly number[],
  context: Context,
): Promise<readonly PostReactionRow[]> {
  const ofPost = (postId: number) =>
    context.db.selectFrom(selectReactions(context, { postId, limit: shownPerPost }).as('first')).selectAll()
  const [first, ...others] = postIds
  if (first === undefined) return []
  const rows = await others.reduce((all, id) => all.unionAll(ofPost(id)), ofPost(first)).execute()
  return rows.toSorted((a, b) => a.id - b.id)
}
