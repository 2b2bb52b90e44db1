import { type RawBuilder, sql } from 'kysely'
import type { FullText } from './full-text.ts'
import type { Queries } from './tables.ts'

/** Of so many words with the same beginning the shortest are looked for. */
const readCompletions = 2000
const soughtCompletions = 100
const highest = '\u{10ffff}'

/**
 * FTS5 without the texts and without positions: a quarter of the size of an index with them, and rows of a common word
 * come in the order of their ids without reading all of them. Prefixes are completed from a list of words, as FTS5
 * would read every row of every word that begins so.
 */
export const sqliteFullText: FullText = {
  async prepare(db) {
    await sql`create table search_words (word text primary key) without rowid`.execute(db)
  },

  async unprepare(db) {
    await sql`drop table search_words`.execute(db)
  },

  async createIndex(db, index, table) {
    await sql`create virtual table ${sql.table(index)} using fts5 (
      terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
    )`.execute(db)
    await sql`create trigger ${sql.id(`${index}_deleted`)} after delete on ${sql.table(table)} begin
      delete from ${sql.table(index)} where rowid = old.id;
    end`.execute(db)
  },

  async dropIndex(db, index) {
    await sql`drop trigger ${sql.id(`${index}_deleted`)}`.execute(db)
    await sql`drop table ${sql.table(index)}`.execute(db)
  },

  async store(db, index, rows) {
    if (rows.length === 0) return
    const values = JSON.stringify(rows.map(({ id, terms }) => [id, terms.join(' ')]))
    await sql`insert or replace into ${sql.table(index)} (rowid, terms)
      select value ->> 0, value ->> 1 from json_each(${values})`.execute(db)
    const words = new Set<string>()
    for (const { terms } of rows) for (const term of terms) if (isCompletable(term)) words.add(term)
    await sql`insert or ignore into search_words (word)
      select value from json_each(${JSON.stringify([...words])})`.execute(db)
  },

  async compile(db, { terms, isPrefix }) {
    const [beginning = ''] = terms
    if (!isPrefix) return terms.map(quoted).join(' AND ')
    return [beginning, ...(await completions(db, beginning))].map(quoted).join(' OR ')
  },

  async find(db, words, { index, below = Number.MAX_SAFE_INTEGER, limit }) {
    const table = sql.table(index)
    const columns = words.map((word, place): RawBuilder<unknown> => {
      const rows = sql`select rowid as id from ${table} where ${table} match ${word} and rowid < ${below}
        order by rowid desc limit ${sql.lit(limit)}`
      return sql`(select json_group_array(id) from (${rows})) as ${sql.id(`word_${place}`)}`
    })
    const { rows } = await sql<Record<string, string>>`select ${sql.join(columns)}`.execute(db)
    return words.map((_, place) => JSON.parse(rows[0]?.[`word_${place}`] ?? '[]') as number[])
  },
}

async function completions(db: Queries, beginning: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from (
      select word from search_words where word > ${beginning} and word < ${beginning + highest}
      limit ${sql.lit(readCompletions)}
    ) order by length(word), word limit ${sql.lit(soughtCompletions)}`.execute(db)
  return rows.map(({ word }) => word)
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}

/** Whether people may type its beginning: sequences of characters are looked for as they are. */
function isCompletable(term: string): boolean {
  return term.length > 3
}
