import { searchWordsOf } from '@parley/shared/words'
import { type Expression, expressionBuilder, sql } from 'kysely'
import { type Context, visitorOf } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import type { DiscussionRow } from '../discussions/table.ts'
import { FairQueue } from '../fair-queue.ts'
import { placeholder, runKept } from '../jsonapi/kept-selects.ts'
import { isVisible, loadRows } from '../jsonapi/rows.ts'
import { Notes } from '../notes.ts'
import type { TextMatches, TextRequest } from '../points/search.ts'
import type { PostRow } from '../posts/table.ts'
import { bestMatches, compileWords, type Match } from './best-matches.ts'
import { postIndex, titleIndex } from './index-rows.ts'

/** Further words of a search are ignored. */
const maximumWords = 20

/** How many of each are ranked: nobody reads on so far. */
const rankedTitles = 300
const rankedComments = 1000

/** Searches hold thousands of matches each: begun all at once, they would only wait for each other with full hands. */
const queue = new FairQueue({ places: 2, waiting: 200, waitMs: 30_000, runMs: 15_000 })

type Ids = readonly number[] | Expression<unknown>

const eb = expressionBuilder<Tables, keyof Tables>()

/** Ids of the posts that say most about a search, by discussion; null where only the title has its words. */
const relevantPosts = new Notes<Map<number, number | null>>()

/**
 * Discussions whose title or one of whose comments has one of the words (api-core 4.13, D17): by the score of the title,
 * then by the sum of those of the comments. Only so many titles and comments that have them are ranked.
 */
export async function searchDiscussions(
  { text, conditions }: TextRequest,
  context: Context,
): Promise<TextMatches> {
  const words = searchWordsOf(text, maximumWords)
  if (words.length === 0) return { ids: [], isRanked: true }
  const [titles, posts] = await queue.run(visitorOf(context), async () => {
    const compiled = await compileWords(context, words)
    return Promise.all([
      bestMatches(context, {
        index: titleIndex,
        words: compiled,
        limit: rankedTitles,
        load: (ids) => visibleDiscussions(ids, conditions, context),
      }),
      bestMatches(context, {
        index: postIndex,
        words: compiled,
        limit: rankedComments,
        load: (ids) => visibleComments(ids, conditions, context),
      }),
    ])
  })
  relevantPosts.set(context, new Map([...titles.map(({ row }) => [row.id, null] as const), ...best(posts)]))
  return { ids: ranked(titles, posts), isRanked: true }
}

/** The `mostRelevantPost` of each discussion: after a search by text, and then the first post where only the title matches. */
export async function loadMostRelevantPosts(
  discussions: readonly DiscussionRow[],
  context: Context,
): Promise<ReadonlyMap<number, PostRow>> {
  const noted = relevantPosts.get(context)
  if (!noted) return new Map()
  const wanted = discussions.flatMap(({ id, first_post_id }) => {
    const postId = noted.has(id) ? (noted.get(id) ?? first_post_id) : null
    return postId === null ? [] : [{ id, postId }]
  })
  const posts = await loadRows(
    context,
    'posts',
    wanted.map(({ postId }) => postId),
  )
  return new Map(
    wanted.flatMap(({ id, postId }) => {
      const post = posts.get(postId)
      return post ? [[id, post] as const] : []
    }),
  )
}

interface FoundPost {
  id: number
  discussion_id: number
  number: number
}

function visibleDiscussions(
  ids: readonly number[],
  conditions: TextRequest['conditions'],
  context: Context,
): Promise<{ id: number }[]> {
  const { dialect, aside } = context.forum.database
  const select = (wanted: Ids) =>
    aside
      .selectFrom('discussions')
      .select('discussions.id')
      .where(dialect.idIn(eb.ref('discussions.id'), wanted))
      .where(isVisible(context, 'discussions'))
  if (conditions.length > 0) {
    return select(ids)
      .where(eb.and([...conditions]))
      .execute()
  }
  const values = { ids: dialect.idList(ids) }
  return runKept(context, 'found discussions', () => select(placeholder('ids')), values, aside)
}

function visibleComments(
  ids: readonly number[],
  conditions: TextRequest['conditions'],
  context: Context,
): Promise<FoundPost[]> {
  const { dialect, aside } = context.forum.database
  const select = (wanted: Ids) =>
    aside
      .selectFrom('posts')
      .select(['posts.id', 'posts.discussion_id', 'posts.number'])
      .where(dialect.idIn(eb.ref('posts.id'), wanted))
      .where('posts.type', '=', sql.lit('comment'))
      .where(isVisible(context, 'posts'))
  if (conditions.length > 0) {
    const discussion = eb
      .selectFrom('discussions')
      .select('discussions.id')
      .whereRef('discussions.id', '=', 'posts.discussion_id')
      .where(eb.and([...conditions]))
    return select(ids).where(eb.exists(discussion)).execute()
  }
  const values = { ids: dialect.idList(ids) }
  return runKept(context, 'found comments', () => select(placeholder('ids')), values, aside)
}

function ranked(titles: readonly Match<{ id: number }>[], posts: readonly Match<FoundPost>[]): number[] {
  const scores = new Map(titles.map(({ row, score }) => [row.id, { title: score, posts: 0 }]))
  for (const { row, score } of posts) {
    const known = scores.get(row.discussion_id)
    if (known) known.posts += score
    else scores.set(row.discussion_id, { title: 0, posts: score })
  }
  return [...scores]
    .sort(([a, one], [b, other]) => other.title - one.title || other.posts - one.posts || b - a)
    .map(([id]) => id)
}

/** The post of each discussion with the highest score; of equal ones the first. */
function best(posts: readonly Match<FoundPost>[]): Map<number, number> {
  const found = new Map<number, Match<FoundPost>>()
  for (const match of posts) {
    const { discussion_id, number } = match.row
    const known = found.get(discussion_id)
    const isBetter =
      !known || match.score > known.score || (match.score === known.score && number < known.row.number)
    if (isBetter) found.set(discussion_id, match)
  }
  return new Map([...found].map(([id, { row }]) => [id, row.id]))
}
