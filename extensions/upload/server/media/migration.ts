import type { Migration } from '@parley/server'
import { sql } from 'kysely'
import { kindOf } from './kinds.ts'
import { ofAll, wordsOf } from './names.ts'

/** The rows that are described at once. */
const batch = 500

/** What the lists of files are filtered by: their kinds, and the words of their names. */
export const media: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table fof_upload_files add column kind ${types.text} not null default 'other'`.execute(db)
    await sql`create index fof_upload_files_kind
      on fof_upload_files (actor_id, shared, kind, hidden, id)`.execute(db)
    await sql`create index fof_upload_files_shared_kind
      on fof_upload_files (shared, kind, hidden, id)`.execute(db)
    // For those who see hidden ones, too.
    await sql`create index fof_upload_files_shared_kind_all
      on fof_upload_files (shared, kind, id)`.execute(db)
    await sql`create table upload_name_words (
      owner_id ${types.integer} not null,
      word ${types.text} not null,
      file_id ${types.integer} not null references fof_upload_files (id) on delete cascade,
      primary key (owner_id, word, file_id)
    )`.execute(db)
    await sql`create index upload_name_words_file on upload_name_words (file_id, word)`.execute(db)
    await describeFiles(db)
  },
  async down({ db }) {
    await sql`drop table upload_name_words`.execute(db)
    for (const name of ['kind', 'shared_kind', 'shared_kind_all'])
      await sql`drop index ${sql.ref(`fof_upload_files_${name}`)}`.execute(db)
    await sql`alter table fof_upload_files drop column kind`.execute(db)
  },
}

async function describeFiles(db: Parameters<Migration['up']>[0]['db']): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; actor_id: number | null; base_name: string; type: string }>`
      select id, actor_id, base_name, type from fof_upload_files
      where id > ${last} order by id limit ${batch}`.execute(db)
    if (rows.length === 0) return
    for (const { id, type } of rows)
      await sql`update fof_upload_files set kind = ${kindOf(type)} where id = ${id}`.execute(db)
    const words = rows.flatMap(({ id, actor_id, base_name }) =>
      wordsOf(base_name).map((word) => sql`(${actor_id ?? ofAll}, ${word}, ${id})`),
    )
    if (words.length > 0)
      await sql`insert into upload_name_words (owner_id, word, file_id) values ${sql.join(words)}`.execute(db)
    last = rows.at(-1)?.id ?? last
  }
}

/** Lets a search look at files of one kind alone. */
export const wordKinds: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table upload_name_words add column kind ${types.text} not null default 'other'`.execute(
      db,
    )
    await sql`update upload_name_words
      set kind = (select kind from fof_upload_files where fof_upload_files.id = file_id)`.execute(db)
    await sql`create index upload_name_words_kind
      on upload_name_words (owner_id, kind, word, file_id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop index upload_name_words_kind`.execute(db)
    await sql`alter table upload_name_words drop column kind`.execute(db)
  },
}
