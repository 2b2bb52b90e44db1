import { sql } from 'kysely'
import type { Migration } from '../db/migrations.ts'

const settings: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table settings (key ${types.text} primary key, value ${types.text})`.execute(db)
  },
  async down({ db }) {
    await sql`drop table settings`.execute(db)
  },
}

export const settingMigrations = { '001_settings': settings }
