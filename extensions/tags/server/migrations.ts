import type { Migration } from '@parley/server'
import { sql } from 'kysely'

const tags: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table tags (
      id ${types.id},
      name ${types.text} not null,
      slug ${types.text} not null,
      description ${types.text},
      color ${types.text},
      background_path ${types.text},
      background_mode ${types.text},
      icon ${types.text},
      position ${types.integer},
      parent_id ${types.integer} references tags (id) on delete set null,
      default_sort ${types.text},
      is_restricted ${types.boolean} not null default false,
      is_hidden ${types.boolean} not null default false,
      discussion_count ${types.integer} not null default 0,
      last_posted_at ${types.timestamp},
      last_posted_discussion_id ${types.integer} references discussions (id) on delete set null,
      last_posted_user_id ${types.integer} references users (id) on delete set null,
      created_at ${types.timestamp},
      updated_at ${types.timestamp},
      deleted_at ${types.timestamp}
    )`.execute(db)
    await sql`create unique index tags_slug on tags (slug) where deleted_at is null`.execute(db)
    for (const column of ['parent_id', 'last_posted_discussion_id', 'last_posted_user_id'])
      await sql`create index ${sql.id(`tags_${column}`)} on tags (${sql.id(column)})`.execute(db)
    await sql`create index tags_secondary on tags (discussion_count, id) where position is null`.execute(db)
    await db
      .insertInto('tags')
      .values({ name: 'General', slug: 'general', color: '#888', position: 0 })
      .execute()
  },
  async down({ db }) {
    await sql`drop table tags`.execute(db)
  },
}

const discussionTag: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table discussion_tag (
      discussion_id ${types.integer} not null references discussions (id) on delete cascade,
      tag_id ${types.integer} not null references tags (id) on delete cascade,
      created_at ${types.timestamp} not null,
      is_counted ${types.boolean} not null,
      last_posted_at ${types.timestamp},
      comment_count ${types.integer} not null,
      started_at ${types.timestamp} not null,
      primary key (discussion_id, tag_id)
    )`.execute(db)
    for (const column of ['last_posted_at', 'comment_count', 'started_at']) {
      const columns = sql.join(['tag_id', column, 'discussion_id'].map((name) => sql.id(name)))
      await sql`create index ${sql.id(`discussion_tag_${column}`)} on discussion_tag (${columns})`.execute(db)
    }
  },
  async down({ db }) {
    await sql`drop table discussion_tag`.execute(db)
  },
}

const tagUser: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table tag_user (
      user_id ${types.integer} not null references users (id) on delete cascade,
      tag_id ${types.integer} not null references tags (id) on delete cascade,
      marked_as_read_at ${types.timestamp},
      is_hidden ${types.boolean} not null default false,
      primary key (user_id, tag_id)
    )`.execute(db)
    await sql`create index tag_user_tag_id on tag_user (tag_id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table tag_user`.execute(db)
  },
}

const postMentionsTag: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table post_mentions_tag (
      post_id ${types.integer} not null references posts (id) on delete cascade,
      mentions_tag_id ${types.integer} not null references tags (id) on delete cascade,
      created_at ${types.timestamp},
      primary key (post_id, mentions_tag_id)
    )`.execute(db)
    await sql`create index post_mentions_tag_tag on post_mentions_tag (mentions_tag_id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table post_mentions_tag`.execute(db)
  },
}

export const tagMigrations: Record<string, Migration> = {
  '001_tags': tags,
  '002_discussion_tag': discussionTag,
  '003_tag_user': tagUser,
  '004_post_mentions_tag': postMentionsTag,
}
