import { sql } from 'kysely'
import { deleteWordsUnless, type FullText, isVocabulary, readLists, wordsFrom } from '../full-text.ts'

/**
 * The size of a `tsvector`, whose offsets have 20 bits. Only texts of 60,000 rare Chinese characters in ever new
 * combinations have more terms.
 */
const maximumVectorBytes = 2 ** 20 - 1

/**
 * Full text as a `tsvector` without positions per row. For a common word the planner, by its statistics, scans the newest
 * rows instead of the index on terms.
 */
export const postgresFullText: FullText = {
  async prepare(db) {
    await sql`create table if not exists search_words (word text collate "C" primary key)`.execute(db)
  },

  async unprepare(db) {
    await sql`drop table if exists search_words`.execute(db)
  },

  async createIndex(db, index, table) {
    await sql`create table ${sql.table(index)} (
      id bigint primary key references ${sql.table(table)} (id) on delete cascade,
      terms tsvector not null
    )`.execute(db)
    await sql`create index ${sql.id(`${index}_terms`)} on ${sql.table(index)} using gin (terms)`.execute(db)
  },

  async dropIndex(db, index) {
    await sql`drop table ${sql.table(index)}`.execute(db)
  },

  mergeInSteps: async () => {},
  mergeAtOnce: async () => {},

  async store(db, index, rows) {
    if (rows.length === 0) return
    const values = JSON.stringify(rows.map(({ id, terms }) => [id, termsThatFit(terms)]))
    await sql`insert into ${sql.table(index)} (id, terms)
      select (row ->> 0)::bigint, array_to_tsvector(array(select jsonb_array_elements_text(row -> 1)))
      from jsonb_array_elements(${values}::jsonb) as row
      on conflict (id) do update set terms = excluded.terms`.execute(db)
    const words = new Set(rows.flatMap(({ terms }) => terms.filter(isVocabulary)))
    // Sorted, and without existing words: writers rarely wait for each other.
    await sql`insert into search_words (word)
      select found.word from unnest(${[...words].sort()}::text[]) as found (word)
      where not exists (select from search_words as existing where existing.word = found.word)
      on conflict do nothing`.execute(db)
  },

  compile: async (_db, { terms, also = [], isPrefix }) => {
    const end = isPrefix ? ':*' : ''
    const whole = terms.map((term) => quoted(term) + end).join(' & ')
    return [`(${whole})`, ...also.map((term) => quoted(term) + end)].join(' | ')
  },

  find(db, words, { index, below = Number.MAX_SAFE_INTEGER, limit }) {
    const lists = words.map((word) => {
      const rows = sql`select id from ${sql.table(index)} where terms @@ ${word}::tsquery and id < ${below}
        order by id desc limit ${sql.lit(limit)}`
      return sql`array_to_json(array(${rows}))::text`
    })
    return readLists(db, lists)
  },

  findTogether(db, groups, { index, below = Number.MAX_SAFE_INTEGER, limit }) {
    const lists = groups.map((group) => {
      const words = group.map((word) => `(${word})`).join(' & ')
      // Materialized: otherwise the planner scans all rows, newest first, for words that it expects together often.
      return sql`(with found as materialized (
          select id from ${sql.table(index)} where terms @@ ${words}::tsquery and id < ${below}
        ) select array_to_json(array(select id from found order by id desc limit ${sql.lit(limit)}))::text)`
    })
    return readLists(db, lists)
  },

  async knownWords(db, terms) {
    const { rows } = await sql<{ word: string }>`select word from search_words
      where word = any(${[...terms]}::text[])`.execute(db)
    return rows.map(({ word }) => word)
  },

  async removeUnusedWords(db, indexes, after, limit) {
    // Otherwise PostgreSQL would collect all rows of a common word before it returns the first.
    await sql`select set_config('gin_fuzzy_search_limit', '1000', true), set_config('enable_seqscan', 'off', true)`.execute(
      db,
    )
    const uses = indexes.map(
      (index) => sql`exists (select from ${sql.table(index)} as indexed
        where indexed.terms @@ ('''' || search_words.word || '''')::tsquery)`,
    )
    return deleteWordsUnless(db, sql<boolean>`${sql.join(uses, sql` or `)}`, after, limit)
  },

  wordsFrom,
}

/** Returns the first terms, as many as fit into a `tsvector`. `array_to_tsvector` does not check its size. */
function termsThatFit(terms: readonly string[]): readonly string[] {
  let bytes = 0
  const end = terms.findIndex((term) => {
    bytes += Buffer.byteLength(term)
    return bytes > maximumVectorBytes
  })
  return end === -1 ? terms : terms.slice(0, end)
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
