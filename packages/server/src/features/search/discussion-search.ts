import { phrasePartsOf, searchWordsOf, spellOut } from '@parley/shared/words'
import { type Expression, expressionBuilder, sql } from 'kysely'
import { type Bound, prepareQuery } from '../../engine/jsonapi/prepared-queries.ts'
import { isVisible, loadRows } from '../../engine/jsonapi/rows.ts'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { FairQueue } from '../../infrastructure/limits/fair-queue.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import { type Context, visitorOf } from '../../points/context/context.ts'
import type { TextMatches, TextRequest } from '../../points/resources/search.ts'
import type { DiscussionRow } from '../discussions/table.ts'
import type { PostRow } from '../posts/table.ts'
import { bestMatches, compileWords, type WordVariants } from './best-matches.ts'
import { readBestTexts } from './found-texts.ts'
import { postIndex, titleIndex, wholeTitleTerms } from './index-rows.ts'
import {
  type ComparedTexts,
  type FoundPost,
  type FoundRows,
  type RankedDiscussion,
  rankDiscussions,
} from './rank.ts'
import { isCorrectable } from './similar-words.ts'
import {
  addSimilarWords,
  correctedText,
  maximumCorrections,
  respacedTexts,
  type UnknownWords,
} from './spelling.ts'

/** The number of words that a search uses, and of words (short ones included) whose adjacency counts. */
const maximumWords = 20
const maximumNeighbours = 40

/** The number of titles and comments that are ranked. */
interface RankedRows {
  titles: number
  comments: number
}

const rankedRows: RankedRows = { titles: 300, comments: 1000 }
const oneRow: RankedRows = { titles: 1, comments: 1 }
const noRows: FoundRows = { titles: [], posts: [] }

/** Bounds concurrent searches: each holds thousands of matches in memory while it waits for the database. */
const queue = new FairQueue({ places: 2, waiting: 200, waitMs: 30_000, runMs: 15_000 })

const eb = expressionBuilder<Tables, keyof Tables>()

/** Ids of the best posts by discussion id; null where only the title matches. */
const relevantPosts = new RequestCache<Map<number, number | null>>()

/**
 * Searches discussions whose title or comments have one of the words (api-core 4.13, D17), best first. A bounded number
 * of titles and comments is ranked. Words that nothing has are corrected: similar words with one error match instead,
 * and the suggestion is the search text with the corrected words.
 */
export async function searchDiscussions(request: TextRequest, context: Context): Promise<TextMatches> {
  const words = searchWordsOf(request.text, maximumWords)
  if (words.length === 0) return { ids: [], isRanked: true }
  const { ranked, suggestion, hasMore } = await queue.run(visitorOf(context), (signal) =>
    searchWithCorrections(words, { ...request, signal }, context),
  )
  relevantPosts.set(context, new Map(ranked.map(({ id, post }) => [id, post?.id ?? null])))
  const ids = ranked.map(({ id }) => id)
  return { ids, isRanked: true, hasMore, ...(suggestion !== undefined && { suggestion }) }
}

/** A running search. */
interface SearchRun extends TextRequest {
  /** Aborted when the search takes too long or its visitor disconnects. */
  signal: AbortSignal
}

interface RankedMatches {
  ranked: RankedDiscussion[]
  rows: FoundRows
  texts: ComparedTexts
  /** Whether further rows may have the words. */
  hasMore: boolean
}

interface SearchResult extends Pick<RankedMatches, 'ranked' | 'hasMore'> {
  suggestion?: string | undefined
}

async function searchWithCorrections(
  words: readonly WordVariants[],
  request: SearchRun,
  context: Context,
): Promise<SearchResult> {
  const found = await find(words, request, context)
  const unknown = await findUnknownWords(words, found.rows, request, context)
  if (unknown.size === 0) return found
  const corrected = await addSimilarWords(words, unknown, 1, context)
  if (corrected) {
    const { ranked, texts, hasMore } = await find(corrected, request, context)
    const suggestion = correctedText(request.text, corrected, allTexts(texts))
    if (suggestion !== undefined || ranked.length > 0) return { ranked, suggestion, hasMore }
  }
  if (found.ranked.length > 0) return found
  return { ranked: [], hasMore: false, suggestion: await suggest(words, unknown, request, context) }
}

/** Suggests another text, which has matches, for a search without any. */
async function suggest(
  words: readonly WordVariants[],
  unknown: UnknownWords,
  request: SearchRun,
  context: Context,
): Promise<string | undefined> {
  const similar = await addSimilarWords(words, unknown, 2, context)
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

/** Finds the correctable words that no visible row has. Invisible rows do not count, so the result reveals nothing of them. */
async function findUnknownWords(
  words: readonly WordVariants[],
  found: FoundRows,
  { conditions, signal }: SearchRun,
  context: Context,
): Promise<UnknownWords> {
  const seen = new Set([...found.titles, ...found.posts].flatMap((match) => [...match.words.keys()]))
  const unknown = new Set<number>()
  for (const [position, word] of words.entries()) {
    if (unknown.size === maximumCorrections) break
    if (seen.has(position) || !isCorrectable(word)) continue
    // Rows with other words may have filled the limits, and rows with this word may miss a condition.
    const isSure = seen.size === 0 && conditions.length === 0
    const { titles, posts } = isSure
      ? noRows
      : await findRows([word], { text: '', conditions: [], signal }, context, oneRow)
    if (titles.length + posts.length === 0) unknown.add(position)
  }
  return unknown
}

async function find(
  words: readonly WordVariants[],
  request: SearchRun,
  context: Context,
): Promise<RankedMatches> {
  const rows = await findRows(words, request, context, rankedRows)
  const spellings = new Set([request.text, spellOut(request.text)])
  const parts = [...spellings].map((text) => phrasePartsOf(text, maximumNeighbours))
  const isCompared = parts.some(({ length }) => length > 0) || words.some(({ similar }) => similar)
  const texts = isCompared ? await readBestTexts(rows, context) : { titles: new Map(), posts: new Map() }
  const hasMore = rows.titles.length === rankedRows.titles || rows.posts.length === rankedRows.comments
  return { rows, texts, hasMore, ranked: rankDiscussions(rows, texts, parts) }
}

async function findRows(
  words: readonly WordVariants[],
  { text, conditions, signal }: SearchRun,
  context: Context,
  limits: RankedRows,
): Promise<FoundRows> {
  signal.throwIfAborted()
  const wordForms = await compileWords(context, words)
  const whole = text === '' ? undefined : await compileWhole(text, context)
  const [titles, posts] = await Promise.all([
    bestMatches(context, {
      index: titleIndex,
      wordForms,
      ...(whole !== undefined && { whole }),
      limit: limits.titles,
      load: (ids) => visibleDiscussions(ids, conditions, context),
    }),
    bestMatches(context, {
      index: postIndex,
      wordForms,
      limit: limits.comments,
      load: (ids) => visibleComments(ids, conditions, context),
    }),
  ])
  return { titles, posts }
}

function compileWhole(text: string, { forum: { database } }: Context): Promise<string> {
  const [term = '', ...also] = wholeTitleTerms(text)
  return database.dialect.fullText.compile(database.slowQueries, { terms: [term], also, isPrefix: false })
}

function* allTexts({ titles, posts }: ComparedTexts): Iterable<string> {
  yield* titles.values()
  yield* posts.values()
}

/** Loads the `mostRelevantPost` of each discussion after a search by text: the first post where only the title matches. */
export async function loadMostRelevantPosts(
  discussions: readonly DiscussionRow[],
  context: Context,
): Promise<ReadonlyMap<number, PostRow>> {
  const postIds = relevantPosts.get(context)
  if (!postIds) return new Map()
  const requested = discussions.flatMap(({ id, first_post_id }) => {
    const postId = postIds.has(id) ? (postIds.get(id) ?? first_post_id) : null
    return postId === null ? [] : [{ id, postId }]
  })
  const posts = await loadRows(
    context,
    'posts',
    requested.map(({ postId }) => postId),
  )
  return new Map(
    requested.flatMap(({ id, postId }) => {
      const post = posts.get(postId)
      return post ? [[id, post] as const] : []
    }),
  )
}

type Ids = readonly number[] | Expression<readonly number[]>

function selectDiscussions(context: Context, ids: Ids) {
  const { dialect, slowQueries } = context.forum.database
  return slowQueries
    .selectFrom('discussions')
    .select('discussions.id')
    .where(dialect.idIn(eb.ref('discussions.id'), ids))
    .where(isVisible(context, 'discussions'))
}

function selectComments(context: Context, ids: Ids) {
  const { dialect, slowQueries } = context.forum.database
  return slowQueries
    .selectFrom('posts')
    .select(['posts.id', 'posts.discussion_id', 'posts.number'])
    .where(dialect.idIn(eb.ref('posts.id'), ids))
    .where('posts.type', '=', sql.lit('comment'))
    .where(isVisible(context, 'posts'))
}

const onSlowQueries = { db: ({ forum }: Context) => forum.database.slowQueries }

const discussionsAmong = prepareQuery(
  (context, { ids }: Bound<{ ids: readonly number[] }>) => selectDiscussions(context, ids),
  onSlowQueries,
)

const commentsAmong = prepareQuery(
  (context, { ids }: Bound<{ ids: readonly number[] }>) => selectComments(context, ids),
  onSlowQueries,
)

function visibleDiscussions(
  ids: readonly number[],
  conditions: TextRequest['conditions'],
  context: Context,
): Promise<{ id: number }[]> {
  if (conditions.length === 0) return discussionsAmong(context, { ids })
  return selectDiscussions(context, ids)
    .where(eb.and([...conditions]))
    .execute()
}

function visibleComments(
  ids: readonly number[],
  conditions: TextRequest['conditions'],
  context: Context,
): Promise<FoundPost[]> {
  if (conditions.length === 0) return commentsAmong(context, { ids })
  const discussion = eb
    .selectFrom('discussions')
    .select('discussions.id')
    .whereRef('discussions.id', '=', 'posts.discussion_id')
    .where(eb.and([...conditions]))
  return selectComments(context, ids).where(eb.exists(discussion)).execute()
}
