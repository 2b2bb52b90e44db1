import { type Context, isNot, type PostRow, type Relation, rememberRows } from '@parley/server'
import type { FlagRow } from '../contract/server.ts'
import { listedFlags } from '../shared.ts'
import { discussionsWithFlags, isViewable } from './rights.ts'

/** Of how many flagged posts, the newest, the list shows those that the actor may know of. */
const examinedFlags = 10_000

/** How many flags of one post are shown with it. */
const shownPerPost = 50

/** The flags that stand for the newest flagged posts that the actor may know of, the newest first. */
export async function listFlags(context: Context): Promise<FlagRow[]> {
  const [viewed, own] = await Promise.all([viewedFlags(context), ownFlagsElsewhere(context)])
  const inOrder = [...viewed, ...own].toSorted(newestFirst).slice(0, listedFlags)
  rememberRows(context, 'flags', inOrder)
  return inOrder
}

/** The oldest flag of each post in discussions whose flags the actor views. */
async function viewedFlags(context: Context): Promise<FlagRow[]> {
  const viewed = discussionsWithFlags(context)
  if (viewed === false) return []
  const newest = oldestFlags(context).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const examined = viewed === true ? newest : newest.limit(examinedFlags)
  return context.db
    .selectFrom(examined.as('flags'))
    .innerJoin('posts', 'posts.id', 'flags.post_id')
    .innerJoin('discussions', 'discussions.id', 'posts.discussion_id')
    .where(isViewable(context))
    .selectAll('flags')
    .orderBy('flags.created_at', 'desc')
    .orderBy('flags.id', 'desc')
    .limit(listedFlags)
    .execute()
}

/** The flags that stand for their posts. */
export function oldestFlags({ db }: Context) {
  return db
    .selectFrom('flags')
    .selectAll()
    .where((eb) => eb('is_oldest', '=', eb.lit(true)))
}

/** The actor's own flags in discussions whose flags they do not view. */
async function ownFlagsElsewhere(context: Context): Promise<FlagRow[]> {
  const elsewhere = isNot(discussionsWithFlags(context))
  if (elsewhere === false) return []
  const own = context.db
    .selectFrom('flags')
    .innerJoin('posts', 'posts.id', 'flags.post_id')
    .innerJoin('discussions', 'discussions.id', 'posts.discussion_id')
    .where('flags.user_id', '=', context.actor.id)
    .where('discussions.deleted_at', 'is', null)
    .selectAll('flags')
    .orderBy('flags.created_at', 'desc')
    .orderBy('flags.id', 'desc')
    .limit(listedFlags)
  const flags = await (elsewhere === true ? own : own.where(elsewhere)).execute()
  // The oldest of a post comes last, and stays.
  return [...new Map(flags.map((flag) => [flag.post_id, flag])).values()]
}

function newestFirst(a: FlagRow, b: FlagRow): number {
  if (a.created_at === b.created_at) return b.id - a.id
  return a.created_at < b.created_at ? 1 : -1
}

/** The flags with these ids that the actor may know of: their own, and those in discussions whose flags they view. */
export function loadFlags(ids: readonly number[], context: Context): Promise<FlagRow[]> {
  const { db, actor, forum } = context
  return db
    .selectFrom('flags')
    .innerJoin('posts', 'posts.id', 'flags.post_id')
    .innerJoin('discussions', 'discussions.id', 'posts.discussion_id')
    .where((eb) => forum.database.dialect.idIn(eb.ref('flags.id'), ids))
    .where('discussions.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('flags.user_id', '=', actor.id), isViewable(context)]))
    .selectAll('flags')
    .execute()
}

/** The flags of posts in discussions whose flags the actor views, the oldest first. Other posts have no such relationship. */
export const flagsOfPosts: Relation<PostRow> = {
  to: 'flags',
  many: true,
  async load(posts, context) {
    const viewed = posts.filter(({ discussion }) => context.actor.can('viewFlags', 'discussions', discussion))
    const flags = await flagsOf(
      viewed.map(({ id }) => id),
      context,
    )
    const byPost = Map.groupBy(flags, ({ post_id }) => post_id)
    return new Map(viewed.map(({ id }) => [id, byPost.get(id) ?? []]))
  },
}

/** The first flags of each of some posts. Each post is a part of the query, so that no post costs more than its share. */
async function flagsOf(postIds: readonly number[], { db }: Context): Promise<FlagRow[]> {
  const ofPost = (postId: number) =>
    db
      .selectFrom(
        db
          .selectFrom('flags')
          .selectAll()
          .where('post_id', '=', postId)
          .orderBy('created_at')
          .orderBy('id')
          .limit(shownPerPost)
          .as('first'),
      )
      .selectAll()
  const [first, ...others] = postIds
  if (first === undefined) return []
  const flags = await others.reduce((all, id) => all.unionAll(ofPost(id)), ofPost(first)).execute()
  return flags.toSorted((a, b) => newestFirst(b, a))
}
