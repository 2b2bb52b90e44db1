import { type RawBuilder, sql } from 'kysely'
import type { FullText } from './full-text.ts'

/**
 * A `tsvector` without positions for each row. Where a word is common, the planner knows so from its statistics and
 * walks the newest rows instead of the index over words.
 */
export const postgresFullText: FullText = {
  prepare: async () => {},
  unprepare: async () => {},

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

  async store(db, index, rows) {
    if (rows.length === 0) return
    const values = JSON.stringify(rows.map(({ id, terms }) => [id, terms]))
    await sql`insert into ${sql.table(index)} (id, terms)
      select (row ->> 0)::bigint, array_to_tsvector(array(select jsonb_array_elements_text(row -> 1)))
      from jsonb_array_elements(${values}::jsonb) as row
      on conflict (id) do update set terms = excluded.terms`.execute(db)
  },

  compile: async (_db, { terms, isPrefix }) => terms.map(quoted).join(' & ') + (isPrefix ? ':*' : ''),

  async find(db, words, { index, below = Number.MAX_SAFE_INTEGER, limit }) {
    const columns = words.map((word, place): RawBuilder<unknown> => {
      const rows = sql`select id from ${sql.table(index)} where terms @@ ${word}::tsquery and id < ${below}
        order by id desc limit ${sql.lit(limit)}`
      return sql`array_to_json(array(${rows}))::text as ${sql.id(`word_${place}`)}`
    })
    const { rows } = await sql<Record<string, string>>`select ${sql.join(columns)}`.execute(db)
    return words.map((_, place) => JSON.parse(rows[0]?.[`word_${place}`] ?? '[]') as number[])
  },
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
