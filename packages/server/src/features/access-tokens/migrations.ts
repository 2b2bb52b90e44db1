import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

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

/** Adds sealed developer tokens, and indexes for listing tokens and for finding expired ones. */
const sealedTokens: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table access_tokens add column sealed_token ${types.text}`.execute(db)
    await sql`drop index access_tokens_user_id`.execute(db)
    await sql`create index access_tokens_user_id on access_tokens (user_id, id)`.execute(db)
    await sql`create index access_tokens_type on access_tokens (type, last_activity_at)`.execute(db)
  },
  async down({ db }) {
    await sql`drop index access_tokens_type`.execute(db)
    await sql`drop index access_tokens_user_id`.execute(db)
    await sql`create index access_tokens_user_id on access_tokens (user_id)`.execute(db)
    await sql`alter table access_tokens drop column sealed_token`.execute(db)
  },
}

const apiKeys: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table api_keys (
      id ${types.id},
      key_hash ${types.text} not null,
      title ${types.text},
      user_id ${types.integer} references users (id) on delete cascade,
      created_at ${types.timestamp} not null,
      last_activity_at ${types.timestamp}
    )`.execute(db)
    await sql`create unique index api_keys_key_hash on api_keys (key_hash)`.execute(db)
    await sql`create index api_keys_user_id on api_keys (user_id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table api_keys`.execute(db)
  },
}

export const accessTokenMigrations = {
  '001_access_tokens': accessTokens,
  '002_sealed_tokens': sealedTokens,
  '003_api_keys': apiKeys,
}
