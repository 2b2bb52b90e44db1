import { sql } from 'kysely'
import type { Migration } from '../db/migrations.ts'

const users: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table users (
      id ${types.id},
      username ${types.text} not null,
      email ${types.text} not null,
      is_email_confirmed ${types.boolean} not null default false,
      password ${types.text} not null,
      avatar_url ${types.text},
      preferences ${types.text},
      joined_at ${types.timestamp},
      last_seen_at ${types.timestamp},
      marked_all_as_read_at ${types.timestamp},
      read_notifications_at ${types.timestamp},
      discussion_count ${types.integer} not null default 0,
      comment_count ${types.integer} not null default 0
    )`.execute(db)
    await sql`create unique index users_username on users (lower(username))`.execute(db)
    await sql`create unique index users_email on users (lower(email))`.execute(db)
    await sql`create index users_joined_at on users (joined_at, id)`.execute(db)
    await sql`create index users_last_seen_at on users (last_seen_at, id)`.execute(db)
    await sql`create index users_discussion_count on users (discussion_count, id)`.execute(db)
    await sql`create index users_comment_count on users (comment_count, id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table users`.execute(db)
  },
}

export const userMigrations = { '001_users': users }
