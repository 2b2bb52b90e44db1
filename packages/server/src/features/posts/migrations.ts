import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

const posts: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table posts (
      id ${types.id},
      discussion_id ${types.integer} not null references discussions (id) on delete cascade,
      number ${types.integer} not null,
      created_at ${types.timestamp} not null,
      user_id ${types.integer} references users (id) on delete set null,
      type ${types.text} not null,
      content ${types.text} not null,
      content_html ${types.text},
      edited_at ${types.timestamp},
      edited_user_id ${types.integer} references users (id) on delete set null,
      hidden_at ${types.timestamp},
      hidden_user_id ${types.integer} references users (id) on delete set null,
      ip_address ${types.text},
      is_private ${types.boolean} not null default false
    )`.execute(db)
    await sql`create table post_blocks (
      discussion_id ${types.integer} not null references discussions (id) on delete cascade,
      block ${types.integer} not null,
      count ${types.integer} not null,
      primary key (discussion_id, block)
    )`.execute(db)
    await sql`create unique index posts_number on posts (discussion_id, number)`.execute(db)
    await sql`create index posts_created_at on posts (discussion_id, created_at)`.execute(db)
    await sql`create index posts_participants on posts (discussion_id, user_id) where type = 'comment'`.execute(
      db,
    )
    await sql`create index posts_user_id on posts (user_id, created_at)`.execute(db)
    // A covering index for the scope of posts: counting reads no rows.
    await sql`create index posts_exceptional on posts (discussion_id, number, hidden_at, is_private, type, user_id)
      where hidden_at is not null or is_private = true`.execute(db)
    await sql`create index posts_events on posts (discussion_id, number) where type <> 'comment'`.execute(db)
    await sql`create index posts_edited_user_id on posts (edited_user_id) where edited_user_id is not null`.execute(
      db,
    )
    await sql`create index posts_hidden_user_id on posts (hidden_user_id) where hidden_user_id is not null`.execute(
      db,
    )
  },
  async down({ db }) {
    await sql`drop table post_blocks`.execute(db)
    await sql`drop table posts`.execute(db)
  },
}

const markupVersion: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table posts add column markup_version ${types.text}`.execute(db)
  },
  async down({ db }) {
    await sql`alter table posts drop column markup_version`.execute(db)
  },
}

const listIndexes: Migration = {
  async up({ db }) {
    await sql`drop index posts_user_id`.execute(db)
    await sql`create index posts_user_id on posts (user_id, created_at, id)`.execute(db)
    await sql`create index posts_newest on posts (created_at, id)`.execute(db)
    await sql`create index posts_of_number on posts (number, id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop index posts_of_number`.execute(db)
    await sql`drop index posts_newest`.execute(db)
    await sql`drop index posts_user_id`.execute(db)
    await sql`create index posts_user_id on posts (user_id, created_at)`.execute(db)
  },
}

/** A covering index for the comments of a discussion by author: counting a batch of them reads no rows. */
const authorsIndex: Migration = {
  async up({ db }) {
    await sql`drop index posts_participants`.execute(db)
    await sql`create index posts_participants on posts (discussion_id, user_id, id, is_private)
      where type = 'comment'`.execute(db)
  },
  async down({ db }) {
    await sql`drop index posts_participants`.execute(db)
    await sql`create index posts_participants on posts (discussion_id, user_id) where type = 'comment'`.execute(
      db,
    )
  },
}

const shownAt: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table posts add column shown_at ${types.timestamp}`.execute(db)
    await sql`create index posts_shown on posts (discussion_id, shown_at) where shown_at is not null`.execute(
      db,
    )
    await sql`create index posts_last_shown on posts (shown_at) where shown_at is not null`.execute(db)
  },
  async down({ db }) {
    await sql`drop index posts_last_shown`.execute(db)
    await sql`drop index posts_shown`.execute(db)
    await sql`alter table posts drop column shown_at`.execute(db)
  },
}

export const postMigrations = {
  '001_posts': posts,
  '002_markup_version': markupVersion,
  '003_list_indexes': listIndexes,
  '004_authors_index': authorsIndex,
  '005_shown_at': shownAt,
}
