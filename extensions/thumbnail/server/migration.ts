import { type Generated, type Migration, sql } from '@parley/server'

declare module '@parley/server' {
  interface DiscussionTable {
    /** The address of the first picture of the first post, also where readers do not see that post. */
    thumbnail: string | null
    /** Whether everybody who sees the discussion sees its first post: it is neither hidden nor private. */
    is_thumbnail_public: Generated<boolean>
  }

  interface Tables {
    /** The version of the markup whose HTML all thumbnails were last read from: one row at most. */
    thumbnail_markup: { version: string }
  }
}

export const thumbnailMigration: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table discussions add column thumbnail ${types.text}`.execute(db)
    await sql`create table thumbnail_markup (version ${types.text} not null)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table thumbnail_markup`.execute(db)
    await sql`alter table discussions drop column thumbnail`.execute(db)
  },
}

/** Says with the thumbnail whether it is for everybody. */
export const publicMigration: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table discussions add column is_thumbnail_public ${types.boolean} not null default false`.execute(
      db,
    )
    await sql`update discussions set is_thumbnail_public = true where thumbnail is not null and exists (
      select 1 from posts where posts.id = discussions.first_post_id
        and posts.hidden_at is null and posts.is_private = false)`.execute(db)
  },
  async down({ db }) {
    await sql`alter table discussions drop column is_thumbnail_public`.execute(db)
  },
}
