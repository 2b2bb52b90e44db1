import { sql } from 'kysely'
import type { Migration } from '../../../infrastructure/db/migrations/migrations.ts'
import type { Jobs } from '../../../points/jobs/jobs.ts'
import { cleanUpJob } from '../../queue/clean-up-job.ts'
import { deleteOldKeys } from './idempotency.ts'

declare module '../../../points/jobs/jobs.ts' {
  interface JobTypes {
    'idempotency-keys.sweep': NoPayload
  }
}

const idempotencyKeys: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table idempotency_keys (
      user_id ${types.integer} not null references users (id) on delete cascade,
      key ${types.text} not null,
      request_hash ${types.text} not null,
      made_id ${types.integer},
      answer ${types.text},
      created_at ${types.timestamp} not null,
      primary key (user_id, key)
    )`.execute(db)
    await sql`create index idempotency_keys_created_at on idempotency_keys (created_at)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table idempotency_keys`.execute(db)
  },
}

/** Answers are no longer stored: the created row answers a repeated request. */
const withoutAnswers: Migration = {
  async up({ db }) {
    await sql`alter table idempotency_keys drop column answer`.execute(db)
  },
  async down({ db, dialect: { types } }) {
    await sql`alter table idempotency_keys add column answer ${types.text}`.execute(db)
  },
}

export const requestMigrations = {
  '001_idempotency_keys': idempotencyKeys,
  '002_without_answers': withoutAnswers,
}

export const requestJobs: Jobs = { 'idempotency-keys.sweep': cleanUpJob('20 * * * *', deleteOldKeys) }
