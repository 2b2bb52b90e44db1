import { sql } from 'kysely'
import '../../infrastructure/configuration.ts'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'
import { keyFingerprint, keyMigrationName } from '../../points/context/secrets.ts'

const settings: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table settings (key ${types.text} primary key, value ${types.text})`.execute(db)
  },
  async down({ db }) {
    await sql`drop table settings`.execute(db)
  },
}

const configuration: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table configuration (version ${types.integer} not null)`.execute(db)
    await db.insertInto('configuration').values({ version: 0 }).execute()
  },
  async down({ db }) {
    await sql`drop table configuration`.execute(db)
  },
}

/** Tells administrators who save the same settings at once of each other. */
const changedIn: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table settings add column changed_in ${types.integer} not null default 0`.execute(db)
  },
  async down({ db }) {
    await sql`alter table settings drop column changed_in`.execute(db)
  },
}

export const settingMigrations = {
  '001_settings': settings,
  '002_configuration': configuration,
  [keyMigrationName]: keyFingerprint,
  '004_changed_in': changedIn,
}
