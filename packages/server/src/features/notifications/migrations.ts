import { sql } from 'kysely'
import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'

/** Columns of accounts that hold counts of notifications. */
export const userColumns = [
  'unread_notification_count',
  'new_notification_count',
  'seen_notification_id',
  'notification_viewer',
  'notification_check',
]

const notifications: Migration = {
  async up({ db, dialect: { types } }) {
    for (const column of userColumns.slice(0, 3)) {
      await sql`alter table users add column ${sql.id(column)} ${types.integer} not null default 0`.execute(
        db,
      )
    }
    await sql`alter table users add column notification_viewer ${types.text}`.execute(db)
    await sql`alter table users add column notification_check ${types.integer}`.execute(db)
    await sql`create table notification_groups (
      id ${types.id},
      user_id ${types.integer} not null references users (id) on delete cascade,
      type ${types.text} not null,
      subject_type ${types.text} not null,
      subject_id ${types.integer} not null,
      root_type ${types.text} not null,
      root_id ${types.integer} not null,
      unread_count ${types.integer} not null default 0,
      newest_id ${types.integer} not null default 0,
      is_visible ${types.boolean} not null,
      is_stale ${types.boolean} not null default false
    )`.execute(db)
    await sql`create table notifications (
      id ${types.id},
      group_id ${types.integer} not null references notification_groups (id) on delete cascade,
      user_id ${types.integer} not null references users (id) on delete cascade,
      type ${types.text} not null,
      from_user_id ${types.integer} references users (id) on delete set null,
      subject_id ${types.integer} not null,
      same_key ${types.text} not null,
      data ${types.text},
      created_at ${types.timestamp} not null,
      read_at ${types.timestamp},
      is_deleted ${types.boolean} not null default false,
      new_post_id ${types.integer}
    )`.execute(db)
    for (const index of indexes) await sql`create ${sql.raw(index)}`.execute(db)
  },
  async down({ db }) {
    await sql`drop table notifications`.execute(db)
    await sql`drop table notification_groups`.execute(db)
    for (const column of userColumns) await sql`alter table users drop column ${sql.id(column)}`.execute(db)
  },
}

const indexes = [
  'unique index notification_groups_key on notification_groups (user_id, type, subject_id)',
  // For the list and the unread count of its types.
  'index notification_groups_listed on notification_groups (user_id, type, newest_id) where is_visible = true',
  'index notification_groups_unread on notification_groups (user_id, type, unread_count) where is_visible = true and unread_count > 0',
  // For deciding visibility again.
  'index notification_groups_user_id on notification_groups (user_id, id)',
  'index notification_groups_stale on notification_groups (user_id, id) where is_stale = true',
  'index notification_groups_root on notification_groups (root_type, root_id, user_id)',
  'index notification_groups_subject on notification_groups (subject_type, subject_id, user_id)',
  'index notifications_group_id on notifications (group_id, id)',
  'index notifications_user_id on notifications (user_id, id)',
  'index notifications_unread on notifications (user_id, id) where read_at is null',
  'index notifications_same on notifications (same_key, from_user_id, user_id)',
  'index notifications_from_user_id on notifications (from_user_id) where from_user_id is not null',
  'index notifications_new_post_id on notifications (new_post_id, user_id) where new_post_id is not null',
]

/** Extends the indexes by id, for reading the groups of a subject in batches. */
const subjectIndexes: Migration = {
  async up({ db }) {
    for (const reach of ['root', 'subject']) {
      await sql`drop index ${sql.id(`notification_groups_${reach}`)}`.execute(db)
      await sql`create index ${sql.id(`notification_groups_${reach}`)} on notification_groups
        (${sql.ref(`${reach}_type`)}, ${sql.ref(`${reach}_id`)}, user_id, id)`.execute(db)
    }
  },
  async down({ db }) {
    for (const reach of ['root', 'subject']) {
      await sql`drop index ${sql.id(`notification_groups_${reach}`)}`.execute(db)
      await sql`create index ${sql.id(`notification_groups_${reach}`)} on notification_groups
        (${sql.ref(`${reach}_type`)}, ${sql.ref(`${reach}_id`)}, user_id)`.execute(db)
    }
  },
}

/** Of several notifications about the same post, each recipient's list shows one. */
const onePerPost: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`drop index notifications_new_post_id`.execute(db)
    await sql`alter table notifications rename column new_post_id to post_id`.execute(db)
    await sql`alter table notifications add column is_covered ${types.boolean} not null default false`.execute(
      db,
    )
    await sql`create index notifications_post_id on notifications (post_id, user_id)
      where post_id is not null`.execute(db)
    await sql`create index notifications_covered on notifications (user_id, id)
      where is_covered = true`.execute(db)
  },
  async down({ db }) {
    for (const index of ['notifications_covered', 'notifications_post_id'])
      await sql`drop index ${sql.id(index)}`.execute(db)
    await sql`alter table notifications drop column is_covered`.execute(db)
    await sql`alter table notifications rename column post_id to new_post_id`.execute(db)
    await sql`create index notifications_new_post_id on notifications (new_post_id, user_id)
      where new_post_id is not null`.execute(db)
  },
}

export const notificationMigrations = {
  '001_notifications': notifications,
  '002_subject_indexes': subjectIndexes,
  '003_one_per_post': onePerPost,
}
