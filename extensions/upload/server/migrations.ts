import type { Migration } from '@parley/server'
import { sql } from 'kysely'
import { listOrder } from './media/list-order.ts'
import { media, wordKinds } from './media/migration.ts'

const files: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table fof_upload_files (
      id ${types.id},
      actor_id ${types.integer},
      base_name ${types.text} not null,
      path ${types.text},
      url ${types.text} not null,
      type ${types.text} not null,
      size ${types.integer} not null,
      upload_method ${types.text},
      created_at ${types.timestamp} not null,
      remote_id ${types.text},
      uuid ${types.text} not null,
      tag ${types.text},
      hidden ${types.boolean} not null default false,
      shared ${types.boolean} not null default false
    )`.execute(db)
    await sql`create unique index fof_upload_files_uuid on fof_upload_files (uuid)`.execute(db)
    // The files of one user, newest first; and shared ones, with and without those that are hidden.
    await sql`create index fof_upload_files_owner
      on fof_upload_files (actor_id, hidden, shared, id)`.execute(db)
    await sql`create index fof_upload_files_shared on fof_upload_files (shared, id)`.execute(db)
    await sql`create index fof_upload_files_shared_shown
      on fof_upload_files (shared, hidden, id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table fof_upload_files`.execute(db)
  },
}

const posts: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table fof_upload_file_posts (
      id ${types.id},
      file_id ${types.integer} references fof_upload_files (id) on delete cascade,
      post_id ${types.integer} references posts (id) on delete cascade
    )`.execute(db)
    await sql`create unique index fof_upload_file_posts_file
      on fof_upload_file_posts (file_id, post_id)`.execute(db)
    await sql`create index fof_upload_file_posts_post on fof_upload_file_posts (post_id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table fof_upload_file_posts`.execute(db)
  },
}

const downloads: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table fof_upload_downloads (
      id ${types.id},
      file_id ${types.integer} not null references fof_upload_files (id) on delete cascade,
      discussion_id ${types.integer} references discussions (id) on delete set null,
      post_id ${types.integer} references posts (id) on delete set null,
      actor_id ${types.integer} references users (id) on delete set null,
      downloaded_at ${types.timestamp} not null
    )`.execute(db)
    for (const column of ['file_id', 'discussion_id', 'post_id', 'actor_id'])
      await sql`create index ${sql.ref(`fof_upload_downloads_${column}`)}
        on fof_upload_downloads (${sql.ref(column)})`.execute(db)
  },
  async down({ db }) {
    await sql`drop table fof_upload_downloads`.execute(db)
  },
}

const counts: Migration = {
  async up({ db, dialect: { types } }) {
    for (const column of ['upload_count', 'visible_upload_count'])
      await sql`alter table users add column ${sql.ref(column)} ${types.integer} not null default 0`.execute(
        db,
      )
  },
  async down({ db }) {
    for (const column of ['upload_count', 'visible_upload_count'])
      await sql`alter table users drop column ${sql.ref(column)}`.execute(db)
  },
}

const inPosts: Migration = {
  async up({ db, dialect: { types } }) {
    const add = (definition: ReturnType<typeof sql>) =>
      sql`alter table fof_upload_files add column ${definition}`.execute(db)
    await add(sql`width ${types.integer}`)
    await add(sql`height ${types.integer}`)
    await add(sql`snippet ${types.text}`)
    await add(sql`is_longer ${types.boolean} not null default false`)
    await sql`create index fof_upload_files_url on fof_upload_files (url)`.execute(db)
    await sql`create index fof_upload_files_path on fof_upload_files (path)`.execute(db)
  },
  async down({ db }) {
    for (const name of ['url', 'path'])
      await sql`drop index ${sql.ref(`fof_upload_files_${name}`)}`.execute(db)
    for (const column of ['width', 'height', 'snippet', 'is_longer'])
      await sql`alter table fof_upload_files drop column ${sql.ref(column)}`.execute(db)
  },
}

const removing: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table fof_upload_files add column removing_at ${types.timestamp}`.execute(db)
    await sql`create index fof_upload_files_removing on fof_upload_files (removing_at)
      where removing_at is not null`.execute(db)
  },
  async down({ db }) {
    await sql`drop index fof_upload_files_removing`.execute(db)
    await sql`alter table fof_upload_files drop column removing_at`.execute(db)
  },
}

const pendingObjects: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table upload_pending_objects (
      path ${types.text} primary key,
      since ${types.timestamp} not null
    )`.execute(db)
  },
  async down({ db }) {
    await sql`drop table upload_pending_objects`.execute(db)
  },
}

const smaller: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table fof_upload_files add column widths ${types.text}`.execute(db)
  },
  async down({ db }) {
    await sql`alter table fof_upload_files drop column widths`.execute(db)
  },
}

const resumable: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table upload_resumable (
      id ${types.text} primary key,
      actor_id ${types.integer} not null references users (id) on delete cascade,
      size ${types.integer} not null,
      created_at ${types.timestamp} not null
    )`.execute(db)
    await sql`create index upload_resumable_actor on upload_resumable (actor_id)`.execute(db)
    await sql`create index upload_resumable_created on upload_resumable (created_at)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table upload_resumable`.execute(db)
  },
}

export const uploadMigrations: Record<string, Migration> = {
  '001_files': files,
  '002_file_posts': posts,
  '003_downloads': downloads,
  '004_counts': counts,
  '005_in_posts': inPosts,
  '006_removing': removing,
  '007_media': media,
  '008_pending_objects': pendingObjects,
  '009_smaller': smaller,
  '010_resumable': resumable,
  '011_list_order': listOrder,
  '012_word_kinds': wordKinds,
}
