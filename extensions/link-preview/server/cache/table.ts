import { type Migration, sql } from '@parley/server'

/** What the forum has read of a page on another site. */
interface LinkPreviewTable {
  /** The hash of its address (`cacheKey`). */
  hash: string
  /** `PageFacts` as JSON; null for a page that could not be read. */
  facts: string | null
  read_at: string
}

declare module '@parley/server' {
  interface Tables {
    link_previews: LinkPreviewTable
  }
}

export const previewMigration: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table link_previews (
      hash ${types.text} not null primary key,
      facts ${types.text},
      read_at ${types.timestamp} not null
    )`.execute(db)
    // For the job that deletes old ones.
    await sql`create index link_previews_read_at on link_previews (read_at)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table link_previews`.execute(db)
  },
}
