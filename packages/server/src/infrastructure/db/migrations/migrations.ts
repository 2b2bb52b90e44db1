import type { Dialect } from '../database.ts'
import type { Queries } from '../tables.ts'

/** What a migration works with. */
export interface MigrationContext {
  db: Queries
  dialect: Dialect
}

/** One step of the schema, run in its own transaction; `down` reverts it. */
export interface Migration {
  up(context: MigrationContext): Promise<void>
  down(context: MigrationContext): Promise<void>
}

/** The migrations of one feature or extension, in the order of their names (`001_…`). */
export interface OwnedMigrations {
  owner: string
  migrations: Readonly<Record<string, Migration>>
}
