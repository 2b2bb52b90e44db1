import { type Extension, type Migration, sql } from '@parley/server'

const policies: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table fof_terms_policies (
      id ${types.id},
      sort ${types.integer},
      name ${types.text} not null,
      url ${types.text},
      update_message ${types.text},
      terms_updated_at ${types.timestamp},
      created_at ${types.timestamp} not null,
      updated_at ${types.timestamp} not null,
      optional ${types.boolean} not null default false,
      additional_info ${types.text},
      deleted_at ${types.timestamp}
    )`.execute(db)
    await sql`create table fof_terms_policy_user (
      policy_id ${types.integer} not null references fof_terms_policies (id) on delete cascade,
      user_id ${types.integer} not null references users (id) on delete cascade,
      accepted_at ${types.timestamp} not null,
      is_accepted ${types.boolean} not null,
      primary key (policy_id, user_id)
    )`.execute(db)
    await sql`create table terms_answers (
      id ${types.id},
      user_id ${types.integer} not null references users (id) on delete cascade,
      policy_id ${types.integer} not null,
      policy_name ${types.text} not null,
      terms_updated_at ${types.timestamp},
      answered_at ${types.timestamp} not null,
      is_accepted ${types.boolean} not null
    )`.execute(db)
    for (const index of indexes) await sql`create ${sql.raw(index)}`.execute(db)
    await sql`alter table users add column terms_answers ${types.text}`.execute(db)
  },
  async down({ db }) {
    await sql`alter table users drop column terms_answers`.execute(db)
    for (const table of ['terms_answers', 'fof_terms_policy_user', 'fof_terms_policies'])
      await sql`drop table ${sql.id(table)}`.execute(db)
  },
}

const indexes = [
  // Exports, by the time of the acceptance.
  'index fof_terms_policy_user_accepted on fof_terms_policy_user (policy_id, is_accepted, accepted_at, user_id)',
  'index fof_terms_policy_user_user_id on fof_terms_policy_user (user_id, policy_id)',
  'index terms_answers_user_id on terms_answers (user_id, id)',
]

export const termsMigrations: NonNullable<Extension['migrations']> = { '001_policies': policies }
