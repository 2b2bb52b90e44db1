import type { Migration } from '@parley/server'
import { sql } from 'kysely'

/** A table of what posts mention, with an index for each direction. */
function mentionTable(kind: 'post' | 'user' | 'group', targets: 'posts' | 'users' | 'groups'): Migration {
  const table = sql.id(`post_mentions_${kind}`)
  const column = sql.id(`mentions_${kind}_id`)
  return {
    async up({ db, dialect: { types } }) {
      await sql`create table ${table} (
        post_id ${types.integer} not null references posts (id) on delete cascade,
        ${column} ${types.integer} not null references ${sql.id(targets)} (id) on delete cascade,
        created_at ${types.timestamp},
        primary key (post_id, ${column})
      )`.execute(db)
      await sql`create index ${sql.id(`post_mentions_${kind}_target`)} on ${table} (${column}, post_id)`.execute(db)
    },
    async down({ db }) {
      await sql`drop table ${table}`.execute(db)
    },
  }
}

/** What the text of a post mentions: the result of looking up its words when it was saved, as JSON. */
const mentionsOfPosts: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table posts add column mentions ${types.text}`.execute(db)
  },
  async down({ db }) {
    await sql`alter table posts drop column mentions`.execute(db)
  },
}

export const mentionMigrations: Record<string, Migration> = {
  '001_post_mentions_post': mentionTable('post', 'posts'),
  '002_post_mentions_user': mentionTable('user', 'users'),
  '003_post_mentions_group': mentionTable('group', 'groups'),
  '004_mentions_of_posts': mentionsOfPosts,
}
