import { defineExtension, fold, type Generated, type Migration, sql } from '@parley/server'

declare module '@parley/server' {
  interface UserTable {
    pen_name: Generated<string | null>
    pen_name_folded: Generated<string | null>
  }
}

const penNames: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table users add column pen_name ${types.text}`.execute(db)
    await sql`alter table users add column pen_name_folded ${types.text}`.execute(db)
    await sql`create index users_pen_name_folded on users (pen_name_folded, id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop index users_pen_name_folded`.execute(db)
    await sql`alter table users drop column pen_name_folded`.execute(db)
    await sql`alter table users drop column pen_name`.execute(db)
  },
}

/** Searches for users find them by their pen names, too. */
export default defineExtension({
  migrations: { '001_pen_names': penNames },
  displayNames: {
    penName: {
      label: 'pen-names.admin.display_name_label',
      reads: ['pen_name'],
      of: (user) => user.pen_name,
      searched: { written: 'pen_name', folded: 'pen_name_folded' },
    },
  },
})

/** The columns that store a pen name. */
export const penNameColumns = (name: string) => ({ pen_name: name, pen_name_folded: fold(name) })
