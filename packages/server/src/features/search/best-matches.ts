import { mostRowsTogether, type SearchWord } from '../../infrastructure/db/full-text.ts'
import type { Context } from '../../points/context/context.ts'

/** One way in which rows can have a word of a search, as indexes are asked for it. */
export interface WordForm {
  /** Place of the word in the search. */
  word: number
  /** What `FullText.compile` made of it. */
  query: string
  /** How much it says that a row has this form: 1 for the word itself. */
  weight: number
}

/** A row that has words of a search. */
export interface Match<R> {
  row: R
  /** Which words it has, by their places, with the weight of the best form. */
  words: ReadonlyMap<number, number>
  /** Whether the row as a whole is what the search looks for. */
  isWhole: boolean
}

export interface MatchesRequest<R> {
  /** What is looked through. */
  index: string
  forms: readonly WordForm[]
  /** Finds the rows that are, as a whole, what is looked for. */
  whole?: string
  /** How many matches are wanted. */
  limit: number
  /** Gives those of some ids that count, in any order. */
  load: (ids: readonly number[]) => Promise<readonly R[]>
}

/** How many ids per word are read at a time after the first: only where most of the best rows do not count. */
const furtherPortions = [4000, 7000]

/** Forms other than the word itself are made of many words, each of which has to be compared. */
const costOfWideForm = 10

/** By row, which words it has, with the weight of the best form. */
type MatchedWords = Map<number, Map<number, number>>

const noWords: ReadonlyMap<number, number> = new Map()

/**
 * The rows with the words that say most, of equal ones the newest. However many rows have a word, a bounded number of
 * them is looked at: of each word the newest, of several words together the newest that have all of them, and of
 * these the best.
 */
export async function bestMatches<R extends { id: number }>(
  { forum: { database } }: Context,
  { index, forms, whole, limit, load }: MatchesRequest<R>,
): Promise<Match<R>[]> {
  const { dialect, slowQueries } = database
  const queries = [...forms.map(({ query }) => query), ...(whole === undefined ? [] : [whole])]
  const noted: MatchedWords = new Map()
  const wholes = new Set<number>()
  const rows: R[] = []
  // Those that others stood before; they are looked at where too few of these count.
  let waiting: number[] = []
  let below: number | undefined
  // Some more, since not all of them may count.
  for (const portion of [Math.ceil(limit * 1.1), ...furtherPortions]) {
    const place = { index, limit: portion, ...(below !== undefined && { below }) }
    const found = await dialect.fullText.find(slowQueries, queries, place)
    const known = new Set(noted.keys())
    const foundWholes = found[forms.length] ?? []
    for (const id of foundWholes) wholes.add(id)
    note(noted, foundWholes, [])
    for (const [at, form] of forms.entries()) note(noted, found[at] ?? [], [form])
    if (below === undefined) {
      const groups = affordableGroups(forms, found, portion, mostRowsTogether)
      const queriesOf = groups.map((group) => group.map(({ query }) => query))
      const together = await dialect.fullText.findTogether(slowQueries, queriesOf, place)
      for (const [at, group] of groups.entries()) note(noted, together[at] ?? [], group)
    }
    for (const id of noted.keys()) if (!known.has(id)) waiting.push(id)
    const ids = inOrder(waiting, noted, wholes, countsOf(noted.keys(), noted))
    waiting = ids.splice(portion)
    if (ids.length > 0) rows.push(...(await load(ids)))
    below = Math.max(0, ...found.map((list) => (list.length < portion ? 0 : Math.min(...list))))
    if (rows.length >= limit || (below === 0 && waiting.length === 0)) break
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  // Weighed by the rows that count, so that nobody learns of others.
  const best = inOrder([...byId.keys()], noted, wholes, countsOf(byId.keys(), noted)).slice(0, limit)
  return best.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ row, words: noted.get(id) ?? noWords, isWhole: wholes.has(id) }] : []
  })
}

function note(noted: MatchedWords, ids: readonly number[], forms: readonly WordForm[]): void {
  for (const id of ids) {
    const words = noted.get(id) ?? new Map<number, number>()
    for (const { word, weight } of forms) words.set(word, Math.max(weight, words.get(word) ?? 0))
    noted.set(id, words)
  }
}

function countsOf(ids: Iterable<number>, noted: MatchedWords): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) {
    for (const word of (noted.get(id) ?? noWords).keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** A word says the more the fewer rows have it. */
export function rarities(counts: ReadonlyMap<number, number>): Map<number, number> {
  const most = Math.max(1, ...counts.values())
  return new Map([...counts].map(([word, count]) => [word, 1 + Math.log(most / Math.max(1, count))]))
}

function inOrder(
  ids: readonly number[],
  noted: MatchedWords,
  wholes: ReadonlySet<number>,
  counts: ReadonlyMap<number, number>,
): number[] {
  const weights = rarities(counts)
  const scoreOf = (id: number) => {
    if (wholes.has(id)) return Number.POSITIVE_INFINITY
    let score = 0
    for (const [word, weight] of noted.get(id) ?? noWords) score += weight * (weights.get(word) ?? 0)
    return score
  }
  const scored = ids.map((id) => ({ id, score: scoreOf(id) }))
  scored.sort((one, other) => (one.score === other.score ? other.id - one.id : other.score - one.score))
  return scored.map(({ id }) => id)
}

/**
 * Forms that rows may have together: of all words first, then without one of them, and then without the most common
 * ones. `found` are the newest
 * rows of each form. Groups that would read more than `most` rows in all are left out: the newest rows of words that
 * are so common meet each other anyway.
 */
export function affordableGroups(
  forms: readonly WordForm[],
  found: readonly (readonly number[])[],
  portion: number,
  most: number,
): WordForm[][] {
  const newest = Math.max(0, ...found.map(([id = 0]) => id))
  const sought = new Map<number, { form: WordForm; rows: number }>()
  for (const [at, form] of forms.entries()) {
    const ids = found[at] ?? []
    const known = sought.get(form.word)
    if (ids.length === 0 || (known && known.form.weight >= form.weight)) continue
    sought.set(form.word, { form, rows: rowsOf(ids, portion, newest) })
  }
  const byRarity = [...sought.values()].sort((one, other) => one.rows - other.rows)
  const groups: WordForm[][] = []
  let left = most
  for (const group of subsets(byRarity)) {
    const cost = group.reduce((sum, { form, rows }) => sum + rows * (form.weight < 1 ? costOfWideForm : 1), 0)
    if (cost > left) continue
    left -= cost
    groups.push(group.map(({ form }) => form))
  }
  return groups
}

/** How many rows have a form, judged by its newest ones. */
function rowsOf(ids: readonly number[], portion: number, newest: number): number {
  if (ids.length < portion) return ids.length
  return Math.ceil((ids.length * newest) / (newest - (ids.at(-1) ?? 0) + 1))
}

/** Of more words only the most common one is left out alone. */
const mostLeftOut = 6

/** All, all but one, and then the first of them, half as many each time, down to two. */
function subsets<T>(words: readonly T[]): T[][] {
  const all = [...words]
  const butOne = all.map((_, place) => all.toSpliced(place, 1)).reverse()
  const groups = [all, ...butOne.slice(0, all.length > mostLeftOut ? 1 : undefined)]
  for (let size = Math.ceil((all.length - 1) / 2); size >= 2; size = size === 2 ? 1 : Math.ceil(size / 2))
    groups.push(all.slice(0, size))
  return groups.filter(({ length }) => length >= 2)
}

/** A word of which other words may be meant, too. */
export interface WordVariants extends SearchWord {
  /** Words that may be meant, as rows have them. */
  similar?: readonly string[]
}

/** What the beginning of a word says, and a word that may be meant, compared with the word itself. */
const weightOfBeginning = 0.9
const weightOfSimilar = 0.8

/** The words in the forms in which indexes are asked. */
export async function compileWords(
  { forum: { database } }: Context,
  words: readonly WordVariants[],
): Promise<WordForm[]> {
  const { dialect, slowQueries } = database
  const forms: WordForm[] = []
  for (const [word, { similar = [], ...sought }] of words.entries()) {
    const add = async (wanted: SearchWord, weight: number) => {
      forms.push({ word, weight, query: await dialect.fullText.compile(slowQueries, wanted) })
    }
    await add({ ...sought, isPrefix: false }, 1)
    if (sought.isPrefix) await add(sought, weightOfBeginning)
    const [first, ...also] = similar
    if (first !== undefined) await add({ terms: [first], also, isPrefix: false }, weightOfSimilar)
  }
  return forms
}
