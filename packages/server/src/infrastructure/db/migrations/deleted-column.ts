import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Migration } from './migrations.ts'

/** A migration that adds `deleted_at` to a table whose rows are deleted in batches (`deletedInBatches`). */
export function addDeletedColumn(table: keyof Tables & string): Migration {
  return {
    async up({ db, dialect: { types } }) {
      await sql`alter table ${sql.table(table)} add column deleted_at ${types.timestamp}`.execute(db)
    },
    async down({ db }) {
      await sql`alter table ${sql.table(table)} drop column deleted_at`.execute(db)
    },
  }
}
