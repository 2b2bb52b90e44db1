import type { Migration } from '@parley/server'
import { sql } from 'kysely'

const flags: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table flags (
      id ${types.id},
      post_id ${types.integer} not null references posts (id) on delete cascade,
      type ${types.text} not null,
      user_id ${types.integer} references users (id) on delete cascade,
      reason ${types.text},
      reason_detail ${types.text},
      created_at ${types.timestamp} not null,
      is_oldest ${types.boolean} not null
    )`.execute(db)
    for (const index of indexes) await sql`create ${sql.raw(index)}`.execute(db)
    for (const column of userColumns)
      await sql`alter table users add column ${sql.id(column)} ${types.timestamp}`.execute(db)
  },
  async down({ db }) {
    for (const column of userColumns) await sql`alter table users drop column ${sql.id(column)}`.execute(db)
    await sql`drop table flags`.execute(db)
  },
}

/** Columns of accounts. */
export const userColumns = ['read_flags_at', 'last_flagged_at']

const indexes = [
  // A member reports a post once, and an extension flags it once with each of its types.
  "unique index flags_reporter on flags (post_id, user_id) where type = 'user'",
  'unique index flags_type on flags (post_id, type) where user_id is null',
  // The flags of a post, and which of them is the oldest.
  'index flags_post on flags (post_id, created_at, id)',
  // One's own flags.
  'index flags_user on flags (user_id, created_at, id) where user_id is not null',
  // The list of flagged posts.
  'index flags_oldest on flags (created_at, id) where is_oldest = true',
]

export const flagMigrations: Record<string, Migration> = { '001_flags': flags }
