import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

const providers: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table login_providers (
      id ${types.id},
      user_id ${types.integer} not null references users (id) on delete cascade,
      provider ${types.text} not null,
      identifier ${types.text} not null,
      created_at ${types.timestamp} not null,
      last_login_at ${types.timestamp}
    )`.execute(db)
    await sql`create unique index login_providers_identity on login_providers (provider, identifier)`.execute(
      db,
    )
    await sql`create index login_providers_user_id on login_providers (user_id)`.execute(db)
    await sql`create table registration_tokens (
      token_hash ${types.text} primary key,
      provider ${types.text} not null,
      identifier ${types.text} not null,
      user_attributes ${types.text} not null,
      payload ${types.text},
      created_at ${types.timestamp} not null
    )`.execute(db)
    await sql`create index registration_tokens_created_at on registration_tokens (created_at)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table registration_tokens`.execute(db)
    await sql`drop table login_providers`.execute(db)
  },
}

export const externalLogInMigrations = { '001_providers': providers }
