import { type Bound, type Context, type Field, type PostRow, prepareQuery } from '@parley/server'
import { sql } from 'kysely'
import '../tables.ts'

/** What the viewer sees of the reactions to a post, besides names. */
interface Reactions {
  /** By the id of the type. */
  counts: ReadonlyMap<number, number>
  /** The type that the viewer chose; null for none. */
  own: number | null
}

interface Found {
  post_id: number
  reaction_id: number
  count: number
  anonymous_count: number
  is_own: number
}

type Posts = Bound<{ ids: number[] }>
type PostsOfGuest = Bound<{ ids: number[]; guestId: string }>

const countsOf = (context: Context, ids: Posts['ids']) => {
  const { db, forum } = context
  return db
    .selectFrom('post_reaction_counts')
    .select(['post_id', 'reaction_id', 'count', 'anonymous_count', sql<number>`0`.as('is_own')])
    .where((eb) => forum.database.dialect.idIn(eb.ref('post_id'), ids))
}

const chosenOf = (context: Context, ids: Posts['ids']) => {
  const { db, forum } = context
  return db
    .selectFrom('post_reactions')
    .select((eb) => [
      'post_id',
      eb.ref('reaction_id').$notNull().as('reaction_id'),
      sql<number>`0`.as('count'),
      sql<number>`0`.as('anonymous_count'),
      sql<number>`1`.as('is_own'),
    ])
    .where((eb) => forum.database.dialect.idIn(eb.ref('post_id'), ids))
    .where('reaction_id', 'is not', null)
}

const selectCounts = prepareQuery((context, { ids }: Posts) => countsOf(context, ids))

const selectForMember = prepareQuery((context, { ids }: Posts) =>
  countsOf(context, ids).unionAll(chosenOf(context, ids).where('user_id', '=', context.actor.id)),
)

const selectForGuest = prepareQuery((context, { ids, guestId }: PostsOfGuest) =>
  countsOf(context, ids).unionAll(chosenOf(context, ids).where('guest_id', '=', guestId)),
)

function select(context: Context, ids: number[]): Promise<Found[]> {
  const { actor, guest } = context
  if (!actor.isGuest) return selectForMember(context, { ids })
  return guest?.id === undefined
    ? selectCounts(context, { ids })
    : selectForGuest(context, { ids, guestId: guest.id })
}

const loading = {}

/** The reactions to posts by the posts' ids, with one query for both attributes of a list. */
function reactionsTo(posts: readonly PostRow[], context: Context): Promise<ReadonlyMap<number, Reactions>> {
  const known = (context.cache.get(loading) ?? new Map()) as Map<string, ReturnType<typeof reactionsTo>>
  context.cache.set(loading, known)
  const ids = posts.map(({ id }) => id)
  const key = ids.join()
  const loaded = known.get(key) ?? load(ids, context)
  known.set(key, loaded)
  return loaded
}

async function load(ids: number[], context: Context): Promise<ReadonlyMap<number, Reactions>> {
  const countsGuests = context.forum.settings.get('fof-reactions.anonymousReactions')
  const { byId } = context.forum.tables.get('reactions')
  const rows = (await select(context, ids)).filter(({ reaction_id }) => byId.has(reaction_id))
  const byPost = Map.groupBy(rows, ({ post_id }) => post_id)
  return new Map(
    ids.map((id) => {
      const found = byPost.get(id) ?? []
      const own = found.find(({ is_own }) => is_own === 1)?.reaction_id ?? null
      const counted = found.filter(({ is_own }) => is_own === 0)
      const counts = counted.map(({ reaction_id, count, anonymous_count }) => [
        reaction_id,
        count + (countsGuests ? anonymous_count : 0),
      ])
      return [id, { own, counts: new Map(counts as [number, number][]) }]
    }),
  )
}

/** How many chose each type: `{"1": 0, "2": 3}` with every type. */
export const reactionCounts: Field<PostRow> = {
  json: 'object',
  async load(posts, context) {
    const { all } = context.forum.tables.get('reactions')
    return new Map(
      [...(await reactionsTo(posts, context))].map(([postId, { counts }]) => [
        postId,
        Object.fromEntries(all.map(({ id }) => [id, counts.get(id) ?? 0])),
      ]),
    )
  },
}

/** The type that the viewer chose. Pages for guests are the same for all, and say null. */
export const userReactionIdentifier: Field<PostRow> = {
  json: 'integer?',
  load: async (posts, context) =>
    new Map([...(await reactionsTo(posts, context))].map(([postId, { own }]) => [postId, own])),
}
