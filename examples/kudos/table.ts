import type { Migration } from '@parley/server'
import { sql } from 'kysely'

/** Who thanked whom, and how often each account was thanked. */
export const thanks: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table thanks (
      id ${types.id},
      user_id ${types.integer} not null references users (id) on delete cascade,
      giver_id ${types.integer} not null references users (id) on delete cascade,
      reason ${types.text} not null,
      created_at ${types.timestamp} not null
    )`.execute(db)
    await sql`create index thanks_user_id on thanks (user_id)`.execute(db)
    await sql`create index thanks_giver_id on thanks (giver_id, created_at)`.execute(db)
    await sql`create index thanks_created_at on thanks (created_at)`.execute(db)
    await sql`alter table users add column kudos_count ${types.integer} not null default 0`.execute(db)
    await sql`create index users_kudos_count on users (kudos_count, id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop index users_kudos_count`.execute(db)
    await sql`alter table users drop column kudos_count`.execute(db)
    await sql`drop table thanks`.execute(db)
  },
}
