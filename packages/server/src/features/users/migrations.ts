import { sql } from 'kysely'
import { addDeletedColumn } from '../../infrastructure/db/migrations/deleted-column.ts'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

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

/**
 * Columns for folded names. Names and addresses chosen here are ASCII, for which `lower` is enough; imported ones may
 * have accents.
 */
const foldedNames: Migration = {
  async up({ db, dialect: { types } }) {
    for (const name of ['username', 'email']) {
      const folded = sql.ref(`${name}_folded`)
      await sql`alter table users add column ${folded} ${types.text}`.execute(db)
      await sql`create unique index ${sql.ref(`users_${name}_folded`)}
        on users (coalesce(${folded}, lower(${sql.ref(name)})))`.execute(db)
    }
  },
  async down({ db }) {
    for (const name of ['username', 'email']) {
      await sql`drop index ${sql.ref(`users_${name}_folded`)}`.execute(db)
      await sql`alter table users drop column ${sql.ref(`${name}_folded`)}`.execute(db)
    }
  },
}

/** Sorts unknown times first in lists, where that is not the database's default. */
const unknownTimesFirst: Migration = {
  async up({ db, dialect: { putsNullsFirst } }) {
    if (putsNullsFirst) return
    for (const column of ['joined_at', 'last_seen_at']) {
      await sql`drop index ${sql.ref(`users_${column}`)}`.execute(db)
      await sql`create index ${sql.ref(`users_${column}`)}
        on users (${sql.ref(column)} nulls first, id)`.execute(db)
    }
  },
  async down({ db, dialect: { putsNullsFirst } }) {
    if (putsNullsFirst) return
    for (const column of ['joined_at', 'last_seen_at']) {
      await sql`drop index ${sql.ref(`users_${column}`)}`.execute(db)
      await sql`create index ${sql.ref(`users_${column}`)} on users (${sql.ref(column)}, id)`.execute(db)
    }
  },
}

export const userMigrations = {
  '001_users': users,
  '002_folded_names': foldedNames,
  '003_unknown_times_first': unknownTimesFirst,
  '004_deleted_at': addDeletedColumn('users'),
}
