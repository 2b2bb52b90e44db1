import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Migration } from './migrations.ts'

/**
 * A migration that adds a boolean column, false for all existing rows, that will be true for few rows. A partial index
 * lists those in the order of `orderedBy`.
 */
export function addFlagColumn(
  table: keyof Tables & string,
  column: string,
  orderedBy: readonly string[],
): Migration {
  const index = sql.id(`${table}_${column}`)
  const [target, flag] = [sql.table(table), sql.id(column)]
  return {
    async up({ db, dialect: { types } }) {
      await sql`alter table ${target} add column ${flag} ${types.boolean} not null default false`.execute(db)
      const columns = sql.join(orderedBy.map((name) => sql.id(name)))
      await sql`create index ${index} on ${target} (${columns}) where ${flag} = true`.execute(db)
    },
    async down({ db }) {
      await sql`drop index ${index}`.execute(db)
      await sql`alter table ${target} drop column ${flag}`.execute(db)
    },
  }
}
