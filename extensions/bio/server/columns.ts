import { type Generated, type Migration, sql } from '@parley/server'

declare module '@parley/server' {
  interface UserTable {
    bio: string | null
    /** Whether the bio was written as markup, which the setting decided then. */
    is_bio_formatted: Generated<boolean>
  }
}

export const bioColumns: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table users add column bio ${types.text}`.execute(db)
    await sql`alter table users add column is_bio_formatted boolean not null default false`.execute(db)
  },
  async down({ db }) {
    await sql`alter table users drop column is_bio_formatted`.execute(db)
    await sql`alter table users drop column bio`.execute(db)
  },
}
