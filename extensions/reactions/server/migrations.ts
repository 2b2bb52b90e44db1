import type { Migration } from '@parley/server'
import { sql } from 'kysely'

/** The types that a forum has from the start, with the ids 1 to 6. */
const seeds = ['thumbsup', 'thumbsdown', 'laughing', 'confused', 'heart', 'tada']

const reactions: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table reactions (
      id ${types.id},
      identifier ${types.text} not null,
      display ${types.text},
      type ${types.text} not null,
      enabled ${types.boolean} not null default true,
      position ${types.integer} not null,
      deleted_at ${types.timestamp}
    )`.execute(db)
    await sql`create unique index reactions_identifier on reactions (identifier)
      where deleted_at is null`.execute(db)
    for (const [position, identifier] of seeds.entries())
      await db
        .insertInto('reactions')
        .values({ identifier, display: null, type: 'emoji', position, deleted_at: null })
        .execute()
  },
  async down({ db }) {
    await sql`drop table reactions`.execute(db)
  },
}

const postReactions: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table post_reactions (
      id ${types.id},
      post_id ${types.integer} not null references posts (id) on delete cascade,
      user_id ${types.integer} references users (id) on delete cascade,
      guest_id ${types.text},
      reaction_id ${types.integer} references reactions (id) on delete cascade,
      notified_as ${types.text},
      created_at ${types.timestamp} not null,
      updated_at ${types.timestamp} not null
    )`.execute(db)
    for (const index of indexes) await sql`create ${sql.raw(index)}`.execute(db)
  },
  async down({ db }) {
    await sql`drop table post_reactions`.execute(db)
  },
}

const indexes = [
  // Each member, and each guest, has one reaction to a post.
  'unique index post_reactions_user on post_reactions (post_id, user_id)',
  'unique index post_reactions_guest on post_reactions (post_id, guest_id)',
  // Who reacted to a post: all, and those who chose one type.
  'index post_reactions_listed on post_reactions (post_id, id) where reaction_id is not null',
  'index post_reactions_type on post_reactions (post_id, reaction_id, id)',
  // Those of a deleted type and of a deleted account.
  'index post_reactions_reaction_id on post_reactions (reaction_id, id)',
  'index post_reactions_user_id on post_reactions (user_id, id)',
]

const counts: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table post_reaction_counts (
      post_id ${types.integer} not null references posts (id) on delete cascade,
      reaction_id ${types.integer} not null references reactions (id) on delete cascade,
      count ${types.integer} not null,
      anonymous_count ${types.integer} not null,
      primary key (post_id, reaction_id)
    )`.execute(db)
    await sql`create index post_reaction_counts_reaction_id on post_reaction_counts (reaction_id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table post_reaction_counts`.execute(db)
  },
}

export const reactionMigrations: Record<string, Migration> = {
  '001_reactions': reactions,
  '002_post_reactions': postReactions,
  '003_post_reaction_counts': counts,
}
