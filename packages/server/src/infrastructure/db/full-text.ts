import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './tables.ts'

/** A word of a search: rows that have all its terms have it. */
export interface SoughtWord {
  terms: readonly string[]
  /** Terms of which one is enough instead: other spellings. */
  also?: readonly string[]
  /** Whether the only term, or another spelling, may be the beginning of a longer one. */
  isPrefix: boolean
}

/** What a row is found by: terms of letters, digits, marks and `_`, in the form in which they are compared. */
export interface IndexedRow {
  id: number
  terms: readonly string[]
}

/** Where an index is searched. */
export interface SoughtPlace {
  index: string
  /** Only rows with lower ids. */
  below?: number
  /** Ids per word at most. */
  limit: number
}

/** Full text, as each database has it: which rows have which terms. */
export interface FullText {
  /** In a migration: makes what all indexes share, unless it is there. */
  prepare(db: Queries): Promise<void>
  /** In a migration, after every index is dropped. */
  unprepare(db: Queries): Promise<void>
  /** Makes an index of rows of `table`, which go out of it when they are deleted. */
  createIndex(db: Queries, index: string, table: string): Promise<void>
  /** In a migration: has an index of an earlier version put its parts together in small steps, as new ones do. */
  mergeInSteps(db: Queries, index: string, table: string): Promise<void>
  /** In a migration: undoes `mergeInSteps`. */
  mergeAtOnce(db: Queries, index: string): Promise<void>
  dropIndex(db: Queries, index: string): Promise<void>
  /** Notes what rows are found by from now on, whatever was noted before, and adds their words to the vocabulary. */
  store(db: Queries, index: string, rows: readonly IndexedRow[]): Promise<void>
  /** A word as `find` takes it. Of a beginning that very many words have, some are found. */
  compile(db: Queries, word: SoughtWord): Promise<string>
  /** For each compiled word the highest ids of rows that have it, in one statement. */
  find(db: Queries, words: readonly string[], place: SoughtPlace): Promise<number[][]>
  /**
   * For each group of compiled words the highest ids of rows that have all of them, in one statement. A group may read
   * every row that has one of its words: ask only for groups whose words have fewer than `mostRowsTogether` in all.
   */
  findTogether(db: Queries, groups: readonly (readonly string[])[], place: SoughtPlace): Promise<number[][]>
  /** Which of some terms, of four characters and more, the vocabulary has. Rows with them may be gone. */
  knownWords(db: Queries, terms: readonly string[]): Promise<string[]>
  /** Up to `limit` words of the vocabulary that begin so and are longer, in the order of their code points. */
  wordsFrom(db: Queries, beginning: string, limit: number): Promise<string[]>
}

/** Comes behind every character that a term has. */
const highestCharacter = '\u{10ffff}'

/** Rows that `findTogether` reads within some 30 ms. */
export const mostRowsTogether = 300_000

/** Reads lists of ids, each of them a JSON array, in one statement. */
export async function readLists(db: Queries, lists: readonly RawBuilder<unknown>[]): Promise<number[][]> {
  if (lists.length === 0) return []
  const columns = lists.map((list, place) => sql`${list} as ${sql.id(`list_${place}`)}`)
  const { rows } = await sql<Record<string, string>>`select ${sql.join(columns)}`.execute(db)
  return lists.map((_, place) => JSON.parse(rows[0]?.[`list_${place}`] ?? '[]') as number[])
}

/** `FullText.wordsFrom` */
export async function wordsFrom(db: Queries, beginning: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from search_words
    where word > ${beginning} and word < ${beginning + highestCharacter}
    order by word limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ word }) => word)
}

/**
 * Whether the vocabulary holds a term. Of shorter ones no beginning is typed, no error is mended, and sequences of
 * characters are looked for as they are; those that people cannot type begin with a letter that folding replaces.
 */
export function isVocabulary(term: string): boolean {
  return term.length > 3 && !term.startsWith(unfoldedLetter)
}

/** A letter that no folded text has: terms that begin so are never words of a text. */
export const unfoldedLetter = 'ł'
