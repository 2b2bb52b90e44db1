import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

const extensions: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table extension_health (
      extension ${types.text} not null,
      hour ${types.timestamp} not null,
      requests ${types.integer} not null,
      calls ${types.integer} not null,
      milliseconds ${types.integer} not null,
      errors ${types.integer} not null,
      primary key (extension, hour)
    )`.execute(db)
    await sql`create index extension_health_hour on extension_health (hour)`.execute(db)
    await sql`create table extension_errors (
      extension ${types.text} not null,
      side ${types.text} not null,
      place ${types.text} not null,
      message ${types.text} not null,
      count ${types.integer} not null,
      last_at ${types.timestamp} not null,
      primary key (extension, side, place, message)
    )`.execute(db)
    await sql`create index extension_errors_last_at on extension_errors (extension, last_at)`.execute(db)
    await sql`create table extension_purges (
      extension ${types.text} primary key,
      started_at ${types.timestamp} not null,
      needs_backup ${types.boolean} not null
    )`.execute(db)
  },
  async down({ db }) {
    await sql`drop table extension_purges`.execute(db)
    await sql`drop table extension_errors`.execute(db)
    await sql`drop table extension_health`.execute(db)
  },
}

export const extensionMigrations = { '001_extensions': extensions }
