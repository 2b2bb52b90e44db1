import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

const jobs: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table jobs (
      id ${types.id},
      name ${types.text} not null,
      key ${types.text},
      payload ${types.text},
      attempts ${types.integer} not null default 0,
      due_at ${types.timestamp} not null,
      lease ${types.text},
      every ${types.text},
      created_at ${types.timestamp} not null
    )`.execute(db)
    await sql`create index jobs_due_at on jobs (due_at, id)`.execute(db)
    // Only waiting jobs: a change while a job runs may need another run.
    await sql`create unique index jobs_key on jobs (name, key) where lease is null`.execute(db)
    await sql`create unique index jobs_every on jobs (name) where every is not null`.execute(db)
    await sql`create table failed_jobs (
      id ${types.integer} primary key,
      name ${types.text} not null,
      key ${types.text},
      payload ${types.text},
      attempts ${types.integer} not null,
      error ${types.text} not null,
      description ${types.text},
      created_at ${types.timestamp} not null,
      failed_at ${types.timestamp} not null
    )`.execute(db)
    await sql`create index failed_jobs_failed_at on failed_jobs (failed_at, id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table failed_jobs`.execute(db)
    await sql`drop table jobs`.execute(db)
  },
}

/** What administrators see of mail and other jobs: errors of waiting jobs, recipients, and lists by name. */
const lists: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table jobs add column last_error ${types.text}`.execute(db)
    await sql`alter table failed_jobs add column recipient ${types.text}`.execute(db)
    await sql`create index jobs_name on jobs (name, created_at, id) where every is null`.execute(db)
    await sql`create index jobs_created_at on jobs (created_at, id) where every is null`.execute(db)
    await sql`create index failed_jobs_name on failed_jobs (name, failed_at, id)`.execute(db)
  },
  async down({ db }) {
    for (const index of ['failed_jobs_name', 'jobs_created_at', 'jobs_name']) {
      await sql`drop index ${sql.ref(index)}`.execute(db)
    }
    await sql`alter table failed_jobs drop column recipient`.execute(db)
    await sql`alter table jobs drop column last_error`.execute(db)
  },
}

export const queueMigrations = { '001_jobs': jobs, '002_lists': lists }
