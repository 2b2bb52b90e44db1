import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Migration } from './migrations.ts'

/**
 * A migration that adds a boolean column, false for all rows there are, for something few rows will be. The rows
 * that are can be listed in the order of `orderedBy` by an index of their own.
 */
export function addFlagColumn(
  table: keyof Tables & string,
  column: string,
  orderedBy: readonly string[],
): Migration {
  const index = sql.id(`${table}_${column}`)
  const [on, flag] = [sql.table(table), sql.id(column)]
  return {
    async up({ db, dialect: { types } }) {
      await sql`alter table ${on} add column ${flag} ${types.boolean} not null default false`.execute(db)
      const columns = sql.join(orderedBy.map((name) => sql.id(name)))
      await sql`create index ${index} on ${on} (${columns}) where ${flag} = true`.execute(db)
    },
    async down({ db }) {
      await sql`drop index ${index}`.execute(db)
      await sql`alter table ${on} drop column ${flag}`.execute(db)
    },
  }
}
