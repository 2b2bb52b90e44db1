import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

/** The accounts whose address is not confirmed: usually few among many. */
const unconfirmedUsers: Migration = {
  async up({ db }) {
    await sql`create index users_unconfirmed on users (id) where is_email_confirmed = false`.execute(db)
  },
  async down({ db }) {
    await sql`drop index users_unconfirmed`.execute(db)
  },
}

const userActions: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table user_actions (
      id ${types.id},
      user_id ${types.integer} not null references users (id) on delete cascade,
      action ${types.text} not null,
      group_id ${types.integer},
      selection ${types.text} not null,
      highest_user_id ${types.integer} not null,
      expected_count ${types.integer} not null,
      has_more ${types.boolean} not null,
      status ${types.text} not null default 'running',
      last_user_id ${types.integer} not null default 0,
      done_count ${types.integer} not null default 0,
      skipped_count ${types.integer} not null default 0,
      started_at ${types.timestamp} not null,
      ended_at ${types.timestamp}
    )`.execute(db)
    await sql`create unique index user_actions_user_id on user_actions (user_id)`.execute(db)
    await sql`create index user_actions_ended_at on user_actions (ended_at)`.execute(db)
    await sql`create table user_action_accounts (
      action_id ${types.integer} not null references user_actions (id) on delete cascade,
      account_id ${types.integer} not null,
      username ${types.text},
      outcome ${types.text} not null,
      primary key (action_id, account_id)
    )`.execute(db)
  },
  async down({ db }) {
    await sql`drop table user_action_accounts`.execute(db)
    await sql`drop table user_actions`.execute(db)
  },
}

export const userAdministrationMigrations = {
  '001_unconfirmed_users': unconfirmedUsers,
  '002_user_actions': userActions,
}
