import { sql } from 'kysely'
import { addDeletedColumn } from '../../infrastructure/db/migrations/deleted-column.ts'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

const discussions: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table discussions (
      id ${types.id},
      title ${types.text} not null,
      slug ${types.text} not null,
      comment_count ${types.integer} not null default 1,
      participant_count ${types.integer} not null default 0,
      post_number_index ${types.integer} not null default 0,
      created_at ${types.timestamp} not null,
      user_id ${types.integer} references users (id) on delete set null,
      first_post_id ${types.integer},
      last_posted_at ${types.timestamp},
      last_posted_user_id ${types.integer} references users (id) on delete set null,
      last_post_id ${types.integer},
      last_post_number ${types.integer},
      hidden_at ${types.timestamp},
      hidden_user_id ${types.integer} references users (id) on delete set null,
      is_private ${types.boolean} not null default false
    )`.execute(db)
    await sql`create table discussion_user (
      user_id ${types.integer} not null references users (id) on delete cascade,
      discussion_id ${types.integer} not null references discussions (id) on delete cascade,
      last_read_at ${types.timestamp},
      last_read_post_number ${types.integer},
      primary key (user_id, discussion_id)
    )`.execute(db)
    await sql`create index discussions_last_posted_at on discussions (last_posted_at, id)`.execute(db)
    await sql`create index discussions_created_at on discussions (created_at, id)`.execute(db)
    await sql`create index discussions_comment_count on discussions (comment_count, id)`.execute(db)
    await sql`create index discussions_user_id on discussions (user_id, last_posted_at)`.execute(db)
    await sql`create index discussions_last_posted_user_id on discussions (last_posted_user_id)`.execute(db)
    await sql`create index discussions_hidden on discussions (last_posted_at, id) where hidden_at is not null`.execute(
      db,
    )
    await sql`create index discussions_hidden_user_id on discussions (hidden_user_id) where hidden_user_id is not null`.execute(
      db,
    )
    await sql`create index discussion_user_discussion_id on discussion_user (discussion_id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table discussion_user`.execute(db)
    await sql`drop table discussions`.execute(db)
  },
}

const authorIndex: Migration = {
  async up({ db }) {
    await sql`drop index discussions_user_id`.execute(db)
    await sql`create index discussions_user_id on discussions (user_id, last_posted_at, id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop index discussions_user_id`.execute(db)
    await sql`create index discussions_user_id on discussions (user_id, last_posted_at)`.execute(db)
  },
}

/** A partial index for `filter[hidden]`: its condition must equal that of the filter. */
const hiddenIndex: Migration = {
  async up({ db }) {
    await sql`drop index discussions_hidden`.execute(db)
    await sql`create index discussions_hidden on discussions (last_posted_at, id)
      where hidden_at is not null or comment_count = 0`.execute(db)
  },
  async down({ db }) {
    await sql`drop index discussions_hidden`.execute(db)
    await sql`create index discussions_hidden on discussions (last_posted_at, id) where hidden_at is not null`.execute(
      db,
    )
  },
}

const lateReadAt: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table discussion_user add column late_read_at ${types.timestamp}`.execute(db)
  },
  async down({ db }) {
    await sql`alter table discussion_user drop column late_read_at`.execute(db)
  },
}

export const discussionMigrations = {
  '001_discussions': discussions,
  '002_author_index': authorIndex,
  '003_hidden_index': hiddenIndex,
  '004_deleted_at': addDeletedColumn('discussions'),
  '005_late_read_at': lateReadAt,
}
