import type { Migration } from '@parley/server'
import { sql } from 'kysely'

interface MentionTable {
  kind: 'post' | 'user' | 'group'
  targets: 'posts' | 'users' | 'groups'
  /** The column by which the posts that mention something are listed. */
  order?: 'created_at' | 'number'
}

/**
 * A table of what posts mention, with indexes for both directions. `created_at` and `number` repeat those of the post that
 * mentions, so that lists are read in their order.
 */
function mentionTable({ kind, targets, order }: MentionTable): Migration {
  const table = sql.id(`post_mentions_${kind}`)
  const column = sql.id(`mentions_${kind}_id`)
  return {
    async up({ db, dialect: { types } }) {
      await sql`create table ${table} (
        post_id ${types.integer} not null references posts (id) on delete cascade,
        ${column} ${types.integer} not null references ${sql.id(targets)} (id) on delete cascade,
        created_at ${types.timestamp},
        number ${types.integer} not null,
        primary key (post_id, ${column})
      )`.execute(db)
      const index = (name: string) => sql.id(`post_mentions_${kind}_${name}`)
      await sql`create index ${index('target')} on ${table} (${column}, post_id)`.execute(db)
      if (order) {
        const columns = sql`${column}, ${sql.id(order)}, post_id`
        await sql`create index ${index(order)} on ${table} (${columns})`.execute(db)
      }
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
  '001_post_mentions_post': mentionTable({ kind: 'post', targets: 'posts', order: 'number' }),
  '002_post_mentions_user': mentionTable({ kind: 'user', targets: 'users', order: 'created_at' }),
  '003_post_mentions_group': mentionTable({ kind: 'group', targets: 'groups' }),
  '004_mentions_of_posts': mentionsOfPosts,
}
