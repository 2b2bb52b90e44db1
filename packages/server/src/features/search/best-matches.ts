import { mostRowsTogether, type SearchWord } from '../../infrastructure/db/full-text.ts'
import type { Context } from '../../points/context/context.ts'

/** One form in which rows can have a word of a search: the word itself, a beginning, or similar words. */
export interface WordForm {
  /** Position of the word in the search. */
  word: number
  /** The form as compiled by `FullText.compile`. */
  query: string
  /** The weight of a match in this form: 1 for the word itself. */
  weight: number
}

/** A row that has words of a search. */
export interface Match<R> {
  row: R
  /** The matched words by position, with the weight of the best form. */
  words: ReadonlyMap<number, number>
  /** Whether the whole row equals the search text. */
  isWhole: boolean
}

export interface MatchesRequest<R> {
  /** The table of the full-text index. */
  index: string
  wordForms: readonly WordForm[]
  /** A compiled query for rows that equal the search text as a whole. */
  whole?: string
  /** Number of matches to return at most. */
  limit: number
  /** Loads the rows that are visible and meet the conditions, in any order. */
  load: (ids: readonly number[]) => Promise<readonly R[]>
}

/** Ids per form that the second and third round read. They run only if most of the best rows are filtered out. */
const furtherRowsPerForm = [4000, 7000]

/** The cost factor of beginnings and similar words: they combine many words, each of which has to be compared. */
const prefixOrSimilarCost = 10

/** The matched words by row id, with the weight of the best form. */
type MatchedWords = Map<number, Map<number, number>>

const noWords: ReadonlyMap<number, number> = new Map()

/**
 * The rows with the highest score, of equal ones the newest. The number of rows that are read is bounded however common
 * a word is: the newest rows of each word, the newest rows that have several words together, and the best of these.
 */
export async function bestMatches<R extends { id: number }>(
  { forum: { database } }: Context,
  { index, wordForms, whole, limit, load }: MatchesRequest<R>,
): Promise<Match<R>[]> {
  const { dialect, slowQueries } = database
  const queries = [...wordForms.map(({ query }) => query), ...(whole === undefined ? [] : [whole])]
  const matched: MatchedWords = new Map()
  const wholes = new Set<number>()
  const rows: R[] = []
  // Candidates that a round did not load; the next round considers them when too few rows were visible.
  let candidates: number[] = []
  let below: number | undefined
  // The first round reads some more ids than the limit, since some rows may be filtered out.
  for (const rowsPerForm of [Math.ceil(limit * 1.1), ...furtherRowsPerForm]) {
    const place = { index, limit: rowsPerForm, ...(below !== undefined && { below }) }
    const found = await dialect.fullText.find(slowQueries, queries, place)
    const seenIds = new Set(matched.keys())
    const foundWholes = found[wordForms.length] ?? []
    for (const id of foundWholes) wholes.add(id)
    addMatches(matched, foundWholes, [])
    for (const [at, form] of wordForms.entries()) addMatches(matched, found[at] ?? [], [form])
    if (below === undefined) {
      const groups = affordableGroups(wordForms, found, rowsPerForm, mostRowsTogether)
      const queriesOf = groups.map((group) => group.map(({ query }) => query))
      const together = await dialect.fullText.findTogether(slowQueries, queriesOf, place)
      for (const [at, group] of groups.entries()) addMatches(matched, together[at] ?? [], group)
    }
    for (const id of matched.keys()) if (!seenIds.has(id)) candidates.push(id)
    const ids = sortByScore(candidates, matched, wholes, countWords(matched.keys(), matched))
    candidates = ids.splice(rowsPerForm)
    if (ids.length > 0) rows.push(...(await load(ids)))
    below = Math.max(0, ...found.map((list) => (list.length < rowsPerForm ? 0 : Math.min(...list))))
    if (rows.length >= limit || (below === 0 && candidates.length === 0)) break
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  // Scored by the loaded rows alone, so that the order does not reveal invisible rows.
  const best = sortByScore([...byId.keys()], matched, wholes, countWords(byId.keys(), matched)).slice(
    0,
    limit,
  )
  return best.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ row, words: matched.get(id) ?? noWords, isWhole: wholes.has(id) }] : []
  })
}

function addMatches(matched: MatchedWords, ids: readonly number[], forms: readonly WordForm[]): void {
  for (const id of ids) {
    const words = matched.get(id) ?? new Map<number, number>()
    for (const { word, weight } of forms) words.set(word, Math.max(weight, words.get(word) ?? 0))
    matched.set(id, words)
  }
}

function countWords(ids: Iterable<number>, matched: MatchedWords): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) {
    for (const word of (matched.get(id) ?? noWords).keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** The weight of each word from the number of rows that have it (inverse document frequency). */
export function wordWeights(counts: ReadonlyMap<number, number>): Map<number, number> {
  const highest = Math.max(1, ...counts.values())
  return new Map([...counts].map(([word, count]) => [word, 1 + Math.log(highest / Math.max(1, count))]))
}

function sortByScore(
  ids: readonly number[],
  matched: MatchedWords,
  wholes: ReadonlySet<number>,
  counts: ReadonlyMap<number, number>,
): number[] {
  const weights = wordWeights(counts)
  const scoreOf = (id: number) => {
    if (wholes.has(id)) return Number.POSITIVE_INFINITY
    let score = 0
    for (const [word, weight] of matched.get(id) ?? noWords) score += weight * (weights.get(word) ?? 0)
    return score
  }
  const scored = ids.map((id) => ({ id, score: scoreOf(id) }))
  scored.sort((one, other) => (one.score === other.score ? other.id - one.id : other.score - one.score))
  return scored.map(({ id }) => id)
}

/**
 * Groups of forms to look up together: all words first, then all but one, then without the most common ones. `found`
 * lists the newest rows of each form. Groups are left out when together they would read more than `maxRows` rows: the
 * newest rows of such common words overlap anyway.
 * @param rowsPerForm how many ids were read for each form.
 */
export function affordableGroups(
  wordForms: readonly WordForm[],
  found: readonly (readonly number[])[],
  rowsPerForm: number,
  maxRows: number,
): WordForm[][] {
  const newest = Math.max(0, ...found.map(([id = 0]) => id))
  const byWord = new Map<number, { form: WordForm; rows: number }>()
  for (const [at, form] of wordForms.entries()) {
    const ids = found[at] ?? []
    const best = byWord.get(form.word)
    if (ids.length === 0 || (best && best.form.weight >= form.weight)) continue
    byWord.set(form.word, { form, rows: estimateRows(ids, rowsPerForm, newest) })
  }
  const byRarity = [...byWord.values()].sort((one, other) => one.rows - other.rows)
  const groups: WordForm[][] = []
  let left = maxRows
  for (const group of subsets(byRarity)) {
    const cost = group.reduce(
      (sum, { form, rows }) => sum + rows * (form.weight < 1 ? prefixOrSimilarCost : 1),
      0,
    )
    if (cost > left) continue
    left -= cost
    groups.push(group.map(({ form }) => form))
  }
  return groups
}

/** Estimates from the ids of the newest rows that have a form how many rows have it. */
function estimateRows(ids: readonly number[], rowsPerForm: number, newest: number): number {
  if (ids.length < rowsPerForm) return ids.length
  return Math.ceil((ids.length * newest) / (newest - (ids.at(-1) ?? 0) + 1))
}

/** With more words than this, only the most common one is left out alone. */
const maximumLeftOut = 6

/** All words, all but one, and then the first of them: half as many each time, down to two. */
function subsets<T>(words: readonly T[]): T[][] {
  const all = [...words]
  const butOne = all.map((_, place) => all.toSpliced(place, 1)).reverse()
  const groups = [all, ...butOne.slice(0, all.length > maximumLeftOut ? 1 : undefined)]
  for (let size = Math.ceil((all.length - 1) / 2); size >= 2; size = size === 2 ? 1 : Math.ceil(size / 2))
    groups.push(all.slice(0, size))
  return groups.filter(({ length }) => length >= 2)
}

/** A word of a search, with the similar words that may be meant. */
export interface WordVariants extends SearchWord {
  /** Words of the vocabulary. */
  similar?: readonly string[]
}

/** The weights of a beginning and of a similar word, relative to the word itself. */
const weightOfBeginning = 0.9
const weightOfSimilar = 0.8

/** Compiles the words of a search into the forms that indexes are queried for. */
export async function compileWords(
  { forum: { database } }: Context,
  words: readonly WordVariants[],
): Promise<WordForm[]> {
  const { dialect, slowQueries } = database
  const wordForms: WordForm[] = []
  for (const [position, { similar = [], ...word }] of words.entries()) {
    const add = async (variant: SearchWord, weight: number) => {
      wordForms.push({ word: position, weight, query: await dialect.fullText.compile(slowQueries, variant) })
    }
    await add({ ...word, isPrefix: false }, 1)
    if (word.isPrefix) await add(word, weightOfBeginning)
    const [first, ...also] = similar
    if (first !== undefined) await add({ terms: [first], also, isPrefix: false }, weightOfSimilar)
  }
  return wordForms
}
