import { type Extension, type Migration, sql } from '@parley/server'

const subscriptions: Migration = {
  async up({ db, dialect: { types } }) {
    const owner = sql`user_id ${types.integer} not null references users (id) on delete cascade,
      access_token_id ${types.integer} references access_tokens (id) on delete cascade`
    await sql`create table push_subscriptions (
      id ${types.id},
      endpoint ${types.text} not null,
      vapid_public_key ${types.text} not null,
      keys ${types.text},
      expires_at ${types.timestamp},
      ${owner},
      last_used ${types.timestamp}
    )`.execute(db)
    await sql`create table firebase_push_subscriptions (
      id ${types.id},
      token ${types.text} not null,
      ${owner}
    )`.execute(db)
    for (const index of indexes) await sql`create ${sql.raw(index)}`.execute(db)
  },
  async down({ db }) {
    await sql`drop table firebase_push_subscriptions`.execute(db)
    await sql`drop table push_subscriptions`.execute(db)
  },
}

const indexes = [
  'unique index push_subscriptions_endpoint on push_subscriptions (endpoint)',
  'index push_subscriptions_user_id on push_subscriptions (user_id, last_used, id)',
  'index push_subscriptions_access_token_id on push_subscriptions (access_token_id)',
  'unique index firebase_push_subscriptions_token on firebase_push_subscriptions (token)',
  'index firebase_push_subscriptions_user_id on firebase_push_subscriptions (user_id, id)',
  'index firebase_push_subscriptions_access_token_id on firebase_push_subscriptions (access_token_id)',
]

export const pushMigrations: NonNullable<Extension['migrations']> = {
  '001_push_subscriptions': subscriptions,
}
