import { type Migration, sql } from '@parley/server'

declare module '@parley/server' {
  interface DiscussionTable {
    /** The address of the first picture of the first post, also where readers do not see that post. */
    thumbnail: string | null
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
