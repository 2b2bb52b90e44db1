import {
  type Bound,
  type Context,
  isVisible,
  loadRows,
  type PostRow,
  prepareQuery,
  type Queries,
  type Relation,
} from '@parley/server'
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
    const facts = new MentionFacts()
    facts.addPlaces(posts)
    const found = await findMentioning(posts, facts, context)
    for (const post of posts) post[countKey] = found.get(post.id)?.count ?? 0
    const ids = [...found.values()].flatMap((of) => of.oldest)
    const rows = ids.length > 0 ? await loadRows(context, 'posts', ids) : new Map<number, PostRow>()
    await prepareRendering([...posts, ...rows.values()], facts, context)
    return new Map(
      posts.map(({ id }) => [id, (found.get(id)?.oldest ?? []).flatMap((of) => rows.get(of) ?? [])]),
    )
  },
}

/**
 * Looks up what the posts of a page and those that mention them are rendered from, together with their authors: the page
 * needs no further query for these.
 */
async function prepareRendering(
  posts: readonly PostRow[],
  facts: MentionFacts,
  context: Context,
): Promise<void> {
  if (posts.every(({ mentions }) => mentions === null)) return
  facts.addPlaces(posts)
  keepFacts(posts, facts)
  const authors = posts.flatMap(({ user_id, edited_user_id, hidden_user_id }) => [
    user_id ?? 0,
    edited_user_id ?? 0,
    hidden_user_id ?? 0,
  ])
  await facts.complete(posts, context, authors.filter(Boolean))
}

interface Mentioning {
  count: number
  /** Ids of the oldest posts. */
  oldest: number[]
}

/**
 * Finds the oldest visible posts that mention each of some posts, and counts all of them. By the same query it finds the
 * places of the posts that they mention.
 */
async function findMentioning(
  posts: readonly PostRow[],
  facts: MentionFacts,
  context: Context,
): Promise<ReadonlyMap<number, Mentioning>> {
  const pageIds = posts.map(({ id }) => id)
  const discussions = new Map(posts.map(({ discussion }) => [discussion.id, discussion]))
  const rows = await selectMentioning(context, { pageIds, ids: [...pageIds, ...facts.unplaced(posts)] })
  facts.addPlaces(
    rows.flatMap(({ id, number, user_id, discussion_id }) => {
      const discussion = discussions.get(discussion_id)
      return discussion ? [{ id, number, user_id, discussion }] : []
    }),
  )
  return new Map(
    rows.map(({ id, number: _, user_id: __, discussion_id: ___, count, ...oldest }) => [
      id,
      {
        count: Number(count ?? 0),
        oldest: Object.values(oldest).flatMap((of) => (of === null ? [] : Number(of))),
      },
    ]),
  )
}

const selectMentioning = prepareQuery(
  (context, { pageIds, ids }: Bound<{ pageIds: number[]; ids: number[] }>) => {
    const { db, forum } = context
    const { idIn } = forum.database.dialect
    const mentioned = db
      .selectFrom('posts')
      .select(['posts.id', 'posts.number', 'posts.user_id', 'posts.discussion_id'])
      .where((eb) => idIn(eb.ref('posts.id'), ids))
      .where(isVisible(context, 'posts'))
    const isOfPage = idIn(sql.ref<number>('mentioned.id'), pageIds)
    return db
      .selectFrom(mentioned.as('mentioned'))
      .selectAll('mentioned')
      .select(({ selectFrom, fn, case: choose }) => [
        ...Array.from({ length: shown }, (_, place) =>
          choose()
            .when(isOfPage)
            .then(selectFrom(mentioning(db, context).limit(1).offset(place).as('one')).select('one.post_id'))
            .end()
            .as(`place${place}`),
        ),
        choose()
          .when(isOfPage)
          .then(
            selectFrom(mentioning(db, context).limit(mostCounted).as('all')).select(
              fn.countAll<number>().as('count'),
            ),
          )
          .end()
          .as('count'),
      ])
  },
)

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
