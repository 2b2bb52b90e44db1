import type { Queries } from './tables.ts'

/** A word of a search: rows that have all its terms have it. */
export interface SoughtWord {
  terms: readonly string[]
  /** Whether the only term may be the beginning of a longer one. */
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
  /** In a migration, before any index is made. */
  prepare(db: Queries): Promise<void>
  /** In a migration, after every index is dropped. */
  unprepare(db: Queries): Promise<void>
  /** Makes an index of rows of `table`, which go out of it when they are deleted. */
  createIndex(db: Queries, index: string, table: string): Promise<void>
  dropIndex(db: Queries, index: string): Promise<void>
  /** Notes what rows are found by from now on, whatever was noted before. */
  store(db: Queries, index: string, rows: readonly IndexedRow[]): Promise<void>
  /** A word as `find` takes it. Of a beginning that very many words have, some are found. */
  compile(db: Queries, word: SoughtWord): Promise<string>
  /** For each compiled word the highest ids of rows that have it, in one statement. */
  find(db: Queries, words: readonly string[], place: SoughtPlace): Promise<number[][]>
}
