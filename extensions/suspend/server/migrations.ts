import { type Migration, sql } from '@parley/server'

const columns = ['suspended_until', 'suspend_reason', 'suspend_message'] as const

const suspensions: Migration = {
  async up({ db, dialect: { types } }) {
    for (const column of columns) {
      const type = column === 'suspended_until' ? types.timestamp : types.text
      await sql`alter table users add column ${sql.id(column)} ${type}`.execute(db)
    }
    // Few of all accounts are, or were, suspended.
    await sql`create index users_suspended_until on users (suspended_until)
      where suspended_until is not null`.execute(db)
  },
  async down({ db }) {
    await sql`drop index users_suspended_until`.execute(db)
    for (const column of columns) await sql`alter table users drop column ${sql.id(column)}`.execute(db)
  },
}

export const suspendMigrations = { '001_suspensions': suspensions }
