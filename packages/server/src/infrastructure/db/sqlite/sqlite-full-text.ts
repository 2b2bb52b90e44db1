import { sql } from 'kysely'
import { deleteWordsUnless, type FullText, isVocabulary, readLists, wordsFrom } from '../full-text.ts'
import type { Queries } from '../tables.ts'

/** How many completions of a prefix are read from the vocabulary, and how many of these, the shortest, are searched. */
const readCompletions = 2000
const searchedCompletions = 100

/**
 * How many pages of the index one merge step writes, which takes some milliseconds. FTS5's automatic merge writes up to a
 * thousand at the end of one transaction in 64, and blocks the thread meanwhile.
 */
const pagesPerStep = 16
/** A merge step follows one in so many deleted rows, and every `store`, which adds a page for each `termsPerPage` terms. */
const deletedRowsPerStep = 64
const termsPerPage = 100
/** The default of FTS5's `automerge`. */
const automergeOfFts5 = 4

/**
 * FTS5 without texts and positions: a quarter of the size of a full index, and rows of a common word come ordered by id
 * without reading all of them. Prefixes are completed from the vocabulary, since FTS5 would read every row of every word
 * with the prefix.
 */
export const sqliteFullText: FullText = {
  async prepare(db) {
    await sql`create table if not exists search_words (word text primary key) without rowid`.execute(db)
  },

  async unprepare(db) {
    await sql`drop table if exists search_words`.execute(db)
  },

  async createIndex(db, index, table) {
    await sql`create virtual table ${sql.table(index)} using fts5 (
      terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
    )`.execute(db)
    await sql`create trigger ${sql.id(`${index}_deleted`)} after delete on ${sql.table(table)} begin
      delete from ${sql.table(index)} where rowid = old.id;
    end`.execute(db)
    await sqliteFullText.mergeInSteps(db, index, table)
  },

  async mergeInSteps(db, index, table) {
    await configure(db, index, 'automerge', 0)
    await sql`create trigger if not exists ${sql.id(`${index}_merged`)} after delete on ${sql.table(table)}
      when old.id % ${sql.lit(deletedRowsPerStep)} = 0 begin
      insert into ${sql.table(index)} (${sql.id(index)}, rank) values ('merge', ${sql.lit(pagesPerStep)});
    end`.execute(db)
  },

  async mergeAtOnce(db, index) {
    await sql`drop trigger if exists ${sql.id(`${index}_merged`)}`.execute(db)
    await configure(db, index, 'automerge', automergeOfFts5)
  },

  async dropIndex(db, index) {
    for (const name of ['deleted', 'merged'])
      await sql`drop trigger if exists ${sql.id(`${index}_${name}`)}`.execute(db)
    await sql`drop table ${sql.table(index)}`.execute(db)
  },

  async store(db, index, rows) {
    if (rows.length === 0) return
    const values = JSON.stringify(rows.map(({ id, terms }) => [id, terms.join(' ')]))
    await sql`insert or replace into ${sql.table(index)} (rowid, terms)
      select value ->> 0, value ->> 1 from json_each(${values})`.execute(db)
    const terms = rows.reduce((sum, row) => sum + row.terms.length, 0)
    await configure(db, index, 'merge', pagesPerStep + Math.ceil(terms / termsPerPage))
    const words = new Set<string>()
    for (const { terms } of rows) for (const term of terms) if (isVocabulary(term)) words.add(term)
    await sql`insert or ignore into search_words (word)
      select value from json_each(${JSON.stringify([...words])})`.execute(db)
  },

  async compile(db, { terms, also = [], isPrefix }) {
    const whole = terms.map(quoted).join(' AND ')
    if (!isPrefix) return [`(${whole})`, ...also.map(quoted)].join(' OR ')
    const completed: string[] = []
    for (const beginning of [...terms, ...also])
      completed.push(beginning, ...(await completions(db, beginning)))
    return completed.map(quoted).join(' OR ')
  },

  find(db, words, { index, below = Number.MAX_SAFE_INTEGER, limit }) {
    const table = sql.table(index)
    const lists = words.map((word) => {
      const rows = sql`select rowid as id from ${table} where ${table} match ${word} and rowid < ${below}
        order by rowid desc limit ${sql.lit(limit)}`
      return sql`(select json_group_array(id) from (${rows}))`
    })
    return readLists(db, lists)
  },

  findTogether(db, groups, range) {
    const words = groups.map((group) => group.map((word) => `(${word})`).join(' AND '))
    return sqliteFullText.find(db, words, range)
  },

  async knownWords(db, terms) {
    const { rows } = await sql<{ word: string }>`select word from search_words
      where word in (select value from json_each(${JSON.stringify(terms)}))`.execute(db)
    return rows.map(({ word }) => word)
  },

  removeUnusedWords(db, indexes, after, limit) {
    const uses = indexes.map((index) => {
      const table = sql.table(index)
      return sql`exists (select 1 from ${table} where ${table} match '"' || search_words.word || '"')`
    })
    return deleteWordsUnless(db, sql<boolean>`${sql.join(uses, sql` or `)}`, after, limit)
  },

  wordsFrom,
}

/** Sends FTS5 a command or a setting. FTS5 accepts integers only, and numbers are bound as floating-point values. */
async function configure(db: Queries, index: string, command: string, value: number): Promise<void> {
  await sql`insert into ${sql.table(index)} (${sql.id(index)}, rank)
    values (${command}, cast(${value} as integer))`.execute(db)
}

async function completions(db: Queries, beginning: string): Promise<string[]> {
  const words = await wordsFrom(db, beginning, readCompletions)
  return words.sort((one, other) => one.length - other.length).slice(0, searchedCompletions)
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}
