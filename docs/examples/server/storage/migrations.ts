import { defineExtension, sql } from '@parley/server'

/** A column with a text for each user. SQLite and PostgreSQL both read it. */
export default defineExtension({
  migrations: {
    '001_motto': {
      async up({ db }) {
        await sql`alter table users add column motto varchar(100)`.execute(db)
      },
      async down({ db }) {
        await sql`alter table users drop column motto`.execute(db)
      },
    },
  },
})
