import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

const tokens: Migration = {
  async up({ db, dialect: { types } }) {
    for (const table of ['email_tokens', 'password_tokens']) {
      await sql`create table ${sql.table(table)} (
        token_hash ${types.text} primary key,
        ${table === 'email_tokens' ? sql`email ${types.text} not null,` : sql``}
        user_id ${types.integer} not null references users (id) on delete cascade,
        created_at ${types.timestamp} not null
      )`.execute(db)
      await sql`create index ${sql.ref(`${table}_user_id`)} on ${sql.table(table)} (user_id, created_at)`.execute(
        db,
      )
      await sql`create index ${sql.ref(`${table}_created_at`)} on ${sql.table(table)} (created_at)`.execute(
        db,
      )
    }
  },
  async down({ db }) {
    await sql`drop table password_tokens`.execute(db)
    await sql`drop table email_tokens`.execute(db)
  },
}

const used: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table email_tokens add column used_at ${types.timestamp}`.execute(db)
  },
  async down({ db }) {
    await sql`delete from email_tokens where used_at is not null`.execute(db)
    await sql`alter table email_tokens drop column used_at`.execute(db)
  },
}

export const accountMigrations = { '001_tokens': tokens, '002_used': used }
