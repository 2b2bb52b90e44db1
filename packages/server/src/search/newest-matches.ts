import type { Context } from '../context.ts'
import type { SoughtWord } from '../db/full-text.ts'

/** A row that has words of a search. */
export interface Match<R> {
  row: R
  /** How much its words say: rare ones say more. */
  score: number
}

/** Rows that are ranked, at most. */
const rankedRows = 1000

/** How many ids per word are read at a time: more only where most of the newest rows do not count. */
const portions = [1100, 4000, 7000]

/**
 * The newest rows that have one of the words, as far as `load` gives them: it returns those of some ids that count, in
 * any order. However many rows have a word, a bounded number of them is looked at.
 */
export async function newestMatches<R extends { id: number }>(
  context: Context,
  index: string,
  words: readonly string[],
  load: (ids: readonly number[]) => Promise<readonly R[]>,
): Promise<Match<R>[]> {
  const { dialect, aside } = context.forum.database
  const wordsById = new Map<number, number[]>()
  const rows: R[] = []
  let below: number | undefined
  for (const limit of portions) {
    const found = await dialect.fullText.find(aside, words, { index, limit, ...(below && { below }) })
    const end = Math.max(0, ...found.map((ids) => (ids.length < limit ? 0 : Math.min(...ids))))
    const portion = new Set<number>()
    for (const [word, ids] of found.entries()) {
      for (const id of ids) {
        if (id < end) continue
        portion.add(id)
        const known = wordsById.get(id)
        if (known) known.push(word)
        else wordsById.set(id, [word])
      }
    }
    if (portion.size > 0) rows.push(...(await load([...portion])))
    if (end === 0 || rows.length >= rankedRows) break
    below = end
  }
  const newest = rows.sort((a, b) => b.id - a.id).slice(0, rankedRows)
  return scored(newest, wordsById, words.length)
}

/** Sums up the weights of the words of each row; a word weighs the more the fewer of the rows have it. */
function scored<R extends { id: number }>(
  rows: readonly R[],
  wordsById: ReadonlyMap<number, readonly number[]>,
  words: number,
): Match<R>[] {
  const counts = new Array<number>(words).fill(0)
  for (const { id } of rows)
    for (const word of wordsById.get(id) ?? []) counts[word] = (counts[word] ?? 0) + 1
  const weights = counts.map((count) => 1 + Math.log(rows.length / Math.max(1, count)))
  return rows.map((row) => ({
    row,
    score: (wordsById.get(row.id) ?? []).reduce((sum, word) => sum + (weights[word] ?? 0), 0),
  }))
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
