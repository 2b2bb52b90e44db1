import { sql } from 'kysely'
import type { Migration } from '../db/migrations.ts'

const accessTokens: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table access_tokens (
      id ${types.id},
      token_hash ${types.text} not null,
      user_id ${types.integer} not null references users (id) on delete cascade,
      type ${types.text} not null,
      title ${types.text},
      created_at ${types.timestamp} not null,
      last_activity_at ${types.timestamp},
      last_ip_address ${types.text},
      last_user_agent ${types.text}
    )`.execute(db)
    await sql`create unique index access_tokens_token_hash on access_tokens (token_hash)`.execute(db)
    await sql`create index access_tokens_user_id on access_tokens (user_id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table access_tokens`.execute(db)
  },
}

export const accessTokenMigrations = { '001_access_tokens': accessTokens }
