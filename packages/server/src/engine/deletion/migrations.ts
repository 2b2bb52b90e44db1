import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

const deletions: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table deletions (
      id ${types.id},
      type ${types.text} not null,
      row_id ${types.integer} not null,
      created_at ${types.timestamp} not null
    )`.execute(db)
    await sql`create unique index deletions_row on deletions (type, row_id)`.execute(db)
    await sql`create table deletion_steps (
      deletion_id ${types.integer} not null references deletions (id) on delete cascade,
      place ${types.integer} not null,
      name ${types.text} not null,
      after_1 ${types.integer} not null default 0,
      after_2 ${types.integer} not null default 0,
      primary key (deletion_id, place)
    )`.execute(db)
  },
  async down({ db }) {
    await sql`drop table deletion_steps`.execute(db)
    await sql`drop table deletions`.execute(db)
  },
}

export const deletionMigrations = { '001_deletions': deletions }
