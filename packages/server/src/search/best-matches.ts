import type { Context } from '../context.ts'
import type { SoughtWord } from '../db/full-text.ts'

/** A row that has words of a search. */
export interface Match<R> {
  row: R
  /** How much its words say: rare ones say more. */
  score: number
}

/** How many ids per word are read at a time after the first: only where most of the best rows do not count. */
const furtherPortions = [4000, 7000]

export interface MatchesRequest<R> {
  /** What is looked through. */
  index: string
  /** Compiled. */
  words: readonly string[]
  /** How many matches are wanted. */
  limit: number
  /** Gives those of some ids that count, in any order. */
  load: (ids: readonly number[]) => Promise<readonly R[]>
}

/**
 * The rows with the words that say most, of equal ones the newest. However many rows have a word, a bounded number of
 * them is looked at: of each word the newest, and of these the best.
 */
export async function bestMatches<R extends { id: number }>(
  { forum: { database } }: Context,
  { index, words, limit, load }: MatchesRequest<R>,
): Promise<Match<R>[]> {
  const { dialect, aside } = database
  const wordsById = new Map<number, number[]>()
  const rows: R[] = []
  // Those that others stood before; they are looked at where too few of these count.
  let waiting: number[] = []
  let below: number | undefined
  // Some more, since not all of them may count.
  for (const portion of [Math.ceil(limit * 1.1), ...furtherPortions]) {
    const found = await dialect.fullText.find(aside, words, {
      index,
      limit: portion,
      ...(below !== undefined && { below }),
    })
    waiting = waiting.concat(note(found, wordsById))
    const weights = weightsOf(found.map((ids) => ids.length))
    const best = inOrder(waiting.map((id) => ({ row: { id }, score: scoreOf(id, wordsById, weights) })))
    const ids = best.map(({ row }) => row.id)
    waiting = ids.splice(portion)
    if (ids.length > 0) rows.push(...(await load(ids)))
    below = Math.max(0, ...found.map((ids) => (ids.length < portion ? 0 : Math.min(...ids))))
    if (rows.length >= limit || (below === 0 && waiting.length === 0)) break
  }
  return ranked(rows, wordsById, words.length).slice(0, limit)
}

/** Notes which rows have which words. @returns the ids that were not known. */
function note(found: readonly (readonly number[])[], wordsById: Map<number, number[]>): number[] {
  const fresh: number[] = []
  for (const [word, ids] of found.entries()) {
    for (const id of ids) {
      const known = wordsById.get(id)
      if (known === undefined) {
        wordsById.set(id, [word])
        fresh.push(id)
      } else if (!known.includes(word)) known.push(word)
    }
  }
  return fresh
}

/** Weighs the words by the rows that count, so that nobody learns of others. */
function ranked<R extends { id: number }>(
  rows: readonly R[],
  wordsById: ReadonlyMap<number, readonly number[]>,
  words: number,
): Match<R>[] {
  const counts = new Array<number>(words).fill(0)
  for (const { id } of rows) {
    for (const word of wordsById.get(id) ?? []) counts[word] = (counts[word] ?? 0) + 1
  }
  const weights = weightsOf(counts)
  return inOrder(rows.map((row) => ({ row, score: scoreOf(row.id, wordsById, weights) })))
}

/** A word weighs the more the fewer rows have it. */
function weightsOf(counts: readonly number[]): number[] {
  const most = Math.max(1, ...counts)
  return counts.map((count) => 1 + Math.log(most / Math.max(1, count)))
}

function scoreOf(
  id: number,
  wordsById: ReadonlyMap<number, readonly number[]>,
  weights: readonly number[],
): number {
  return (wordsById.get(id) ?? []).reduce((sum, word) => sum + (weights[word] ?? 0), 0)
}

function inOrder<R extends { id: number }>(matches: Match<R>[]): Match<R>[] {
  return matches.sort((a, b) => b.score - a.score || b.row.id - a.row.id)
}

/** The words in the form in which indexes are asked: the beginning of a longer word counts beside the word itself. */
export async function compileWords(
  { forum: { database } }: Context,
  words: readonly SoughtWord[],
): Promise<string[]> {
  const { dialect, aside } = database
  const compiled: string[] = []
  for (const word of words) {
    compiled.push(await dialect.fullText.compile(aside, { ...word, isPrefix: false }))
    if (word.isPrefix) compiled.push(await dialect.fullText.compile(aside, word))
  }
  return compiled
}
