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

export const tagMigrations: Record<string, Migration> = { '001_tags': tags }
