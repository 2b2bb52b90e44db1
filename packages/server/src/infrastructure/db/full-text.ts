import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './tables.ts'

/** A word of a search: a row matches if it has all terms, or one of the other spellings. */
export interface SearchWord {
  terms: readonly string[]
  /** Other spellings: a row with one of these terms matches, too. */
  also?: readonly string[]
  /** Whether the only term, and each other spelling, also matches longer terms that begin with it. */
  isPrefix: boolean
}

/** The terms that find a row: of letters, digits, marks and `_`, in the form in which they are compared. */
export interface IndexedRow {
  id: number
  terms: readonly string[]
}

/** The rows of an index to search. */
export interface IndexRange {
  index: string
  /** Only rows with lower ids. */
  below?: number
  /** Ids per word at most. */
  limit: number
}

/** The full-text index of a database: the terms of each row. */
export interface FullText {
  /** In a migration: creates the vocabulary, which all indexes share, if it is missing. */
  prepare(db: Queries): Promise<void>
  /** In a migration: drops the vocabulary, after every index is dropped. */
  unprepare(db: Queries): Promise<void>
  /** Creates an index of the rows of `table`; a deleted row leaves the index. */
  createIndex(db: Queries, index: string, table: string): Promise<void>
  /** In a migration: lets an index of an earlier version merge its segments in small steps, as new indexes do. */
  mergeInSteps(db: Queries, index: string, table: string): Promise<void>
  /** In a migration: reverts `mergeInSteps`. */
  mergeAtOnce(db: Queries, index: string): Promise<void>
  dropIndex(db: Queries, index: string): Promise<void>
  /** Replaces the terms of rows, and adds their words to the vocabulary. */
  store(db: Queries, index: string, rows: readonly IndexedRow[]): Promise<void>
  /** Compiles a word for `find`. A prefix that very many words begin with matches some of them. */
  compile(db: Queries, word: SearchWord): Promise<string>
  /** Returns for each compiled word the highest ids of rows that match it, in one statement. */
  find(db: Queries, words: readonly string[], range: IndexRange): Promise<number[][]>
  /**
   * Returns for each group of compiled words the highest ids of rows that match all of them, in one statement. It may read
   * every row that matches one of the words: the words of a group must match fewer than `mostRowsTogether` rows in all.
   */
  findTogether(db: Queries, groups: readonly (readonly string[])[], range: IndexRange): Promise<number[][]>
  /** Returns which of `terms`, of four characters and more, the vocabulary has. Their rows may be deleted. */
  knownWords(db: Queries, terms: readonly string[]): Promise<string[]>
  /**
   * Examines the next `limit` words of the vocabulary after the word `after`, and removes those that no row of `indexes`
   * has. On PostgreSQL a word that a concurrent transaction stores may be lost: then it is neither completed nor corrected
   * until it is stored again. Returns the last examined word; undefined when none was left.
   */
  removeUnusedWords(
    db: Queries,
    indexes: readonly string[],
    after: string,
    limit: number,
  ): Promise<string | undefined>
  /** Returns up to `limit` longer words of the vocabulary that begin with `beginning`, ordered by code point. */
  wordsFrom(db: Queries, beginning: string, limit: number): Promise<string[]>
}

/** Sorts after every character of a term. */
const highestCharacter = '\u{10ffff}'

/** The number of rows that `findTogether` reads in about 30 ms. */
export const mostRowsTogether = 300_000

/** Reads several lists of ids, each selected as a JSON array, in one statement. */
export async function readLists(db: Queries, lists: readonly RawBuilder<unknown>[]): Promise<number[][]> {
  if (lists.length === 0) return []
  const columns = lists.map((list, index) => sql`${list} as ${sql.id(`list_${index}`)}`)
  const { rows } = await sql<Record<string, string>>`select ${sql.join(columns)}`.execute(db)
  return lists.map((_, index) => JSON.parse(rows[0]?.[`list_${index}`] ?? '[]') as number[])
}

/** `FullText.wordsFrom` */
export async function wordsFrom(db: Queries, beginning: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from search_words
    where word > ${beginning} and word < ${beginning + highestCharacter}
    order by word limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ word }) => word)
}

/**
 * Deletes those of the next `limit` words after `after` for which `isUsed`, a condition on `search_words`, is false.
 * Returns the last examined word; undefined when none was left.
 */
export async function deleteWordsUnless(
  db: Queries,
  isUsed: RawBuilder<boolean>,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`select word from search_words
    where word > ${after} order by word limit ${sql.lit(limit)}`.execute(db)
  const last = rows.at(-1)?.word
  if (last !== undefined)
    await sql`delete from search_words where word > ${after} and word <= ${last} and not (${isUsed})`.execute(
      db,
    )
  return last
}

/**
 * Whether a term belongs in the vocabulary, which serves completions and corrections. Terms of up to three characters are
 * matched exactly; terms that begin with `internalTermPrefix` are internal, since folding replaces this letter in every text.
 */
export function isVocabulary(term: string): boolean {
  return term.length > 3 && !term.startsWith(internalTermPrefix)
}

/** A letter that no folded text has: terms that begin with it are internal, and never words of a text. */
export const internalTermPrefix = 'ł'
