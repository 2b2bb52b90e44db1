import { sql } from 'kysely'
import { addDeletedColumn } from '../../infrastructure/db/migrations/deleted-column.ts'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

/** The groups with ids 1 to 4, in this order (api-core 7.4). */
const builtInGroups = [
  { name_singular: 'Admin', name_plural: 'Admins', color: '#B72A2A', icon: 'fas fa-wrench' },
  { name_singular: 'Guest', name_plural: 'Guests', color: null, icon: null },
  { name_singular: 'Member', name_plural: 'Members', color: null, icon: null },
  { name_singular: 'Mod', name_plural: 'Mods', color: '#80349E', icon: 'fas fa-bolt' },
]

const groups: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table groups (
      id ${types.id},
      name_singular ${types.text} not null,
      name_plural ${types.text} not null,
      color ${types.text},
      icon ${types.text},
      is_hidden ${types.boolean} not null default false
    )`.execute(db)
    await sql`create table group_user (
      user_id ${types.integer} not null references users (id) on delete cascade,
      group_id ${types.integer} not null references groups (id) on delete cascade,
      primary key (user_id, group_id)
    )`.execute(db)
    await sql`create index group_user_group_id on group_user (group_id)`.execute(db)
    await sql`create table group_permission (
      group_id ${types.integer} not null references groups (id) on delete cascade,
      permission ${types.text} not null,
      primary key (group_id, permission)
    )`.execute(db)
    await sql`create table known_permissions (permission ${types.text} primary key)`.execute(db)
    for (const group of builtInGroups) await db.insertInto('groups').values(group).execute()
  },
  async down({ db }) {
    for (const table of ['known_permissions', 'group_permission', 'group_user', 'groups']) {
      await sql`drop table ${sql.table(table)}`.execute(db)
    }
  },
}

/** Groups are ordered by their position; those without one stand at their id. */
const position: Migration = {
  async up({ db }) {
    await sql`alter table groups add column position double precision`.execute(db)
  },
  async down({ db }) {
    await sql`alter table groups drop column position`.execute(db)
  },
}

/** Extends the index of groups by the member, for reading the members of a group in batches. */
const memberIndex: Migration = {
  async up({ db }) {
    await sql`drop index group_user_group_id`.execute(db)
    await sql`create index group_user_group_id on group_user (group_id, user_id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop index group_user_group_id`.execute(db)
    await sql`create index group_user_group_id on group_user (group_id)`.execute(db)
  },
}

export const groupMigrations = {
  '001_groups': groups,
  '002_deleted_at': addDeletedColumn('groups'),
  '003_position': position,
  '004_member_index': memberIndex,
}
