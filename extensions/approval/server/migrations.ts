import type { Migration } from '@parley/server'
import { sql } from 'kysely'

const isApproved: Migration = {
  async up({ db, dialect: { types } }) {
    for (const table of tables)
      await sql`alter table ${sql.table(table)}
        add column is_approved ${types.boolean} not null default true`.execute(db)
  },
  async down({ db }) {
    for (const table of tables) await sql`alter table ${sql.table(table)} drop column is_approved`.execute(db)
  },
}

const tables = ['posts', 'discussions']

export const approvalMigrations: Record<string, Migration> = { '001_is_approved': isApproved }
