import { type Context, isVisible, loadRows, type PostRow, type Queries, type Relation } from '@parley/server'
import { sql } from 'kysely'
import { MentionFacts } from '../render/facts.ts'
import { keepFacts } from '../render/resolve.ts'

/** How many posts that mention another one are shown with it, and up to how many are counted. */
const shown = 4
const mostCounted = 1000

const countKey = Symbol('mentionedByCount')

type CountedPost = PostRow & { [countKey]?: number }

/** The number of visible posts that mention a post; 0 where the relation `mentionedBy` is not loaded. */
export function mentionedByCount(post: CountedPost): number {
  return post[countKey] ?? 0
}

/** The oldest posts that mention a post, of those that the actor sees. */
export const mentionedBy: Relation<PostRow> = {
  to: 'posts',
  form: 'basic',
  many: true,
  comesFirst: true,
  async load(posts: readonly CountedPost[], context) {
    const found = await findMentioning(posts, context)
    for (const post of posts) post[countKey] = found.get(post.id)?.count ?? 0
    const ids = [...found.values()].flatMap((of) => of.oldest)
    const rows = ids.length > 0 ? await loadRows(context, 'posts', ids) : new Map<number, PostRow>()
    await prepareRendering([...posts, ...rows.values()], context)
    return new Map(
      posts.map(({ id }) => [id, (found.get(id)?.oldest ?? []).flatMap((of) => rows.get(of) ?? [])]),
    )
  },
}

/**
 * Looks up what posts of a page mention, together with their authors: the page needs no further query for these. Posts of
 * the page are not read again.
 */
async function prepareRendering(posts: readonly PostRow[], context: Context): Promise<void> {
  if (posts.every(({ mentions }) => mentions === null)) return
  const facts = new MentionFacts()
  facts.addPlaces(posts)
  keepFacts(posts, facts)
  await facts.complete(posts, context)
}

interface Mentioning {
  count: number
  /** Ids of the oldest posts. */
  oldest: number[]
}

/** Finds the oldest visible posts that mention each of some posts, and counts all of them, by one query. */
async function findMentioning(
  posts: readonly PostRow[],
  context: Context,
): Promise<ReadonlyMap<number, Mentioning>> {
  const { db, forum } = context
  const places = Array.from({ length: shown }, (_, place) => place)
  const rows = await db
    .selectFrom('posts as mentioned')
    .select('mentioned.id')
    .select(({ selectFrom, fn }) => [
      ...places.map((place) =>
        selectFrom(mentioning(db, context).limit(1).offset(place).as('one'))
          .select('one.post_id')
          .as(`place${place}`),
      ),
      selectFrom(mentioning(db, context).limit(mostCounted).as('all'))
        .select(fn.countAll<number>().as('count'))
        .as('count'),
    ])
    .where((eb) =>
      forum.database.dialect.idIn(
        eb.ref('mentioned.id'),
        posts.map(({ id }) => id),
      ),
    )
    .execute()
  return new Map(
    rows.map(({ id, count, ...oldest }) => [
      id,
      { count: Number(count), oldest: Object.values(oldest).filter((of): of is number => of !== null) },
    ]),
  )
}

/** The visible posts that mention the post `mentioned`, the oldest first. */
function mentioning(db: Queries, context: Context) {
  return db
    .selectFrom('post_mentions_post')
    .innerJoin('posts', 'posts.id', 'post_mentions_post.post_id')
    .select('post_mentions_post.post_id')
    .where(sql<boolean>`post_mentions_post.mentions_post_id = mentioned.id`)
    .where(isVisible(context, 'posts'))
    .orderBy('post_mentions_post.post_id')
}
