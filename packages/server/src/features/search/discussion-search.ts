import { phrasePartsOf, searchWordsOf, spellOut } from '@parley/shared/words'
import { type Expression, expressionBuilder, sql } from 'kysely'
import { parameter, runPreparedQuery } from '../../engine/jsonapi/prepared-queries.ts'
import { isVisible, loadRows } from '../../engine/jsonapi/rows.ts'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { FairQueue } from '../../infrastructure/limits/fair-queue.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import { type Context, visitorOf } from '../../points/context/context.ts'
import type { TextMatches, TextRequest } from '../../points/resources/search.ts'
import type { DiscussionRow } from '../discussions/table.ts'
import type { PostRow } from '../posts/table.ts'
import { bestMatches, compileWords, type WordVariants } from './best-matches.ts'
import { textsOf } from './found-texts.ts'
import { postIndex, titleIndex, wholeTerms } from './index-rows.ts'
import {
  type ComparedTexts,
  type FoundPost,
  type FoundRows,
  type RankedDiscussion,
  rankDiscussions,
} from './rank.ts'
import { isCorrectable } from './similar-words.ts'
import {
  correctedText,
  maximumCorrections,
  respacedTexts,
  type UnknownWords,
  withSimilarWords,
} from './spelling.ts'

/** Further words of a search are ignored, and neighbours among further ones, short ones included. */
const maximumWords = 20
const maximumNeighbours = 40

/** How many of each are ranked: nobody reads on so far. */
interface RankedRows {
  titles: number
  comments: number
}

const all: RankedRows = { titles: 300, comments: 1000 }
const one: RankedRows = { titles: 1, comments: 1 }
const noRows: FoundRows = { titles: [], posts: [] }

/** Searches hold thousands of matches each: begun all at once, they would only wait for each other with full hands. */
const queue = new FairQueue({ places: 2, waiting: 200, waitMs: 30_000, runMs: 15_000 })

type Ids = readonly number[] | Expression<unknown>

const eb = expressionBuilder<Tables, keyof Tables>()

/** Ids of the posts that say most about a search, by discussion; null where only the title has its words. */
const relevantPosts = new RequestCache<Map<number, number | null>>()

/**
 * Discussions whose title or one of whose comments has one of the words (api-core 4.13, D17), best first. Only so many
 * titles and comments that have them are ranked. Where nothing has a word, words that differ from it by one error count
 * instead. The suggestion has what was meant in place of words that nothing has.
 */
export async function searchDiscussions(request: TextRequest, context: Context): Promise<TextMatches> {
  const words = searchWordsOf(request.text, maximumWords)
  if (words.length === 0) return { ids: [], isRanked: true }
  const { ranked, suggestion } = await queue.run(visitorOf(context), (signal) =>
    findMended(words, { ...request, signal }, context),
  )
  relevantPosts.set(context, new Map(ranked.map(({ id, post }) => [id, post?.id ?? null])))
  return { ids: ranked.map(({ id }) => id), isRanked: true, ...(suggestion !== undefined && { suggestion }) }
}

/** A search that runs. */
interface SearchRun extends TextRequest {
  /** Aborted when the search takes too long, or its visitor has left. */
  signal: AbortSignal
}

interface Found {
  ranked: RankedDiscussion[]
  rows: FoundRows
  texts: ComparedTexts
}

interface Mended extends Pick<Found, 'ranked'> {
  suggestion?: string | undefined
}

async function findMended(
  words: readonly WordVariants[],
  request: SearchRun,
  context: Context,
): Promise<Mended> {
  const found = await find(words, request, context)
  const lost = await lostWords(words, found.rows, request, context)
  if (lost.size === 0) return found
  const mended = await withSimilarWords(words, lost, 1, context)
  if (mended) {
    const { ranked, texts } = await find(mended, request, context)
    const suggestion = correctedText(request.text, mended, allTexts(texts))
    if (suggestion !== undefined || ranked.length > 0) return { ranked, suggestion }
  }
  if (found.ranked.length > 0) return found
  return { ranked: [], suggestion: await suggest(words, lost, request, context) }
}

/** What to look for instead where nothing is found: something that finds something. */
async function suggest(
  words: readonly WordVariants[],
  lost: UnknownWords,
  request: SearchRun,
  context: Context,
): Promise<string | undefined> {
  const similar = await withSimilarWords(words, lost, 2, context)
  if (similar) {
    const { texts } = await find(similar, request, context)
    const suggestion = correctedText(request.text, similar, allTexts(texts))
    if (suggestion !== undefined) return suggestion
  }
  for (const text of await respacedTexts(request.text, context)) {
    const other = searchWordsOf(text, maximumWords)
    const { rows } = await find(other, { ...request, text }, context)
    if ([...rows.titles, ...rows.posts].some((match) => match.words.size === other.length)) return text
  }
  return undefined
}

/** Words to mend: no row has them that the reader sees. Whether others have them is not told. */
async function lostWords(
  words: readonly WordVariants[],
  found: FoundRows,
  { conditions, signal }: SearchRun,
  context: Context,
): Promise<UnknownWords> {
  const seen = new Set([...found.titles, ...found.posts].flatMap((match) => [...match.words.keys()]))
  const lost = new Set<number>()
  for (const [place, word] of words.entries()) {
    if (lost.size === maximumCorrections) break
    if (seen.has(place) || !isCorrectable(word)) continue
    // Rows with other words may have taken all the room, and those with this one miss a condition.
    const isSure = seen.size === 0 && conditions.length === 0
    const { titles, posts } = isSure
      ? noRows
      : await findRows([word], { text: '', conditions: [], signal }, context, one)
    if (titles.length + posts.length === 0) lost.add(place)
  }
  return lost
}

async function find(words: readonly WordVariants[], request: SearchRun, context: Context): Promise<Found> {
  const rows = await findRows(words, request, context, all)
  const spellings = new Set([request.text, spellOut(request.text)])
  const parts = [...spellings].map((text) => phrasePartsOf(text, maximumNeighbours))
  const isCompared = parts.some(({ length }) => length > 0) || words.some(({ similar }) => similar)
  const texts = isCompared ? await textsOf(rows, context) : { titles: new Map(), posts: new Map() }
  return { rows, texts, ranked: rankDiscussions(rows, texts, parts) }
}

async function findRows(
  words: readonly WordVariants[],
  { text, conditions, signal }: SearchRun,
  context: Context,
  limits: RankedRows,
): Promise<FoundRows> {
  signal.throwIfAborted()
  const forms = await compileWords(context, words)
  const whole = text === '' ? undefined : await compileWhole(text, context)
  const [titles, posts] = await Promise.all([
    bestMatches(context, {
      index: titleIndex,
      forms,
      ...(whole !== undefined && { whole }),
      limit: limits.titles,
      load: (ids) => visibleDiscussions(ids, conditions, context),
    }),
    bestMatches(context, {
      index: postIndex,
      forms,
      limit: limits.comments,
      load: (ids) => visibleComments(ids, conditions, context),
    }),
  ])
  return { titles, posts }
}

function compileWhole(text: string, { forum: { database } }: Context): Promise<string> {
  const [term = '', ...also] = wholeTerms(text)
  return database.dialect.fullText.compile(database.slowQueries, { terms: [term], also, isPrefix: false })
}

function* allTexts({ titles, posts }: ComparedTexts): Iterable<string> {
  yield* titles.values()
  yield* posts.values()
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

function visibleDiscussions(
  ids: readonly number[],
  conditions: TextRequest['conditions'],
  context: Context,
): Promise<{ id: number }[]> {
  const { dialect, slowQueries } = context.forum.database
  const select = (wanted: Ids) =>
    slowQueries
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
  return runPreparedQuery(context, 'found discussions', () => select(parameter('ids')), values, slowQueries)
}

function visibleComments(
  ids: readonly number[],
  conditions: TextRequest['conditions'],
  context: Context,
): Promise<FoundPost[]> {
  const { dialect, slowQueries } = context.forum.database
  const select = (wanted: Ids) =>
    slowQueries
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
  return runPreparedQuery(context, 'found comments', () => select(parameter('ids')), values, slowQueries)
}
