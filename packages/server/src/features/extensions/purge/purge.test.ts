import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import {
  admin,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addFlagColumn } from '../../../infrastructure/db/migrations/flag-column.ts'
import type { Migration } from '../../../infrastructure/db/migrations/migrations.ts'
import { defineExtension, type InstalledExtension } from '../../../points/extension.ts'
import { noPayload } from '../../../points/jobs/jobs.ts'
import { markPurge } from './purge-marks.ts'

const notes: Migration = {
  up: async ({ db }) => void (await sql`create table notes (id integer primary key, text text)`.execute(db)),
  down: async ({ db }) => void (await sql`drop table notes`.execute(db)),
}

/** Stores something of every kind. */
const keeper: InstalledExtension = {
  id: 'keeper',
  title: 'Keeper',
  version: '1.0.0',
  declaration: defineExtension({
    migrations: {
      '001_notes': notes,
      '002_flag': addFlagColumn('discussions', 'is_kept', ['last_posted_at', 'id']),
    },
    fileFolders: ['kept'],
    settings: { 'keeper.word': { schema: z.string(), default: '' } },
    permissions: { 'keeper.keep': { default: ['member'] } },
    permissionParts: { note: { nameOf: () => undefined } },
    resources: { notes: { table: 'notes', forms: ['full'] } } as never,
    preferences: { keeps: { schema: z.boolean(), default: false } },
    notifications: {
      kept: { subject: 'discussions', channels: { alert: { default: true } } },
    } as never,
    jobs: { 'keeper.sweep': { schema: noPayload, every: '1 1 * * *', run: async () => {} } } as never,
  }),
}

async function fill(forum: TestForum): Promise<{ userId: number; otherId: number }> {
  const { current } = forum
  const { id: userId } = await makeUser(forum)
  const { id: otherId } = await makeUser(forum)
  const discussion = await makeDiscussion(forum, { user_id: userId })
  await setSettings(forum, { 'keeper.word': 'secret' })
  await current.files.write('extensions/keeper/deep/file.txt', Buffer.from('x'))
  await current.files.write('kept/file.txt', Buffer.from('x'))
  await current.files.write('other/file.txt', Buffer.from('x'))
  await current.database.transaction(async (db) => {
    await sql`insert into notes (id, text) values (1, 'first'), (2, 'second')`.execute(db)
    await sql`insert into deletions (type, row_id, created_at) values ('notes', 1, ${current.now().toISOString()})`.execute(
      db,
    )
    for (const permission of ['note1.viewForum', 'nota1.viewForum'])
      await db.insertInto('group_permission').values({ group_id: 2, permission }).execute()
    await sql`update discussions set is_kept = true where id = ${discussion.id}`.execute(db)
    for (const [id, preferences] of [
      [userId, { keeps: true, notify_kept_alert: false, locale: 'de' }],
      [otherId, { locale: 'fr' }],
    ] as const) {
      await db
        .updateTable('users')
        .set({ preferences: JSON.stringify(preferences) })
        .where('id', '=', id)
        .execute()
    }
    await db
      .insertInto('notification_groups')
      .values({
        user_id: userId,
        type: 'kept',
        subject_type: 'discussions',
        subject_id: discussion.id,
        root_type: 'discussions',
        root_id: discussion.id,
        is_visible: true,
      })
      .execute()
  })
  return { userId, otherId }
}

async function stored(forum: TestForum) {
  const { read } = forum.current.database
  const tables = await read.introspection.getTables()
  const columns = tables.find(({ name }) => name === 'discussions')?.columns.map(({ name }) => name) ?? []
  const settings = await read.selectFrom('settings').select('key').where('key', 'like', 'keeper.%').execute()
  const grants = await read.selectFrom('group_permission').select('permission').execute()
  const jobs = await read.selectFrom('jobs').select('name').execute()
  const marks = await read.selectFrom('extension_purges').select('extension').execute()
  return {
    hasTable: tables.some(({ name }) => name === 'notes'),
    hasColumn: columns.includes('is_kept'),
    settings: settings.length,
    grants: grants.map(({ permission }) => permission).filter((name) => /keep|not[ae]1/.test(name)),
    deletions: (await read.selectFrom('deletions').select('type').execute()).length,
    hasJob: jobs.some(({ name }) => name === 'keeper.sweep'),
    groups: (await read.selectFrom('notification_groups').select('id').execute()).length,
    files: await Promise.all(
      ['extensions/keeper/deep', 'kept', 'other'].map((folder) => forum.current.files.list(folder)),
    ).then((lists) => lists.flat()),
    isMarked: marks.length > 0,
  }
}

const everything = {
  hasTable: true,
  hasColumn: true,
  settings: 1,
  grants: expect.toSatisfy((names: string[]) => names.length === 3),
  deletions: 1,
  hasJob: true,
  groups: 1,
  files: ['extensions/keeper/deep/file.txt', 'kept/file.txt', 'other/file.txt'],
  isMarked: false,
}
const nothing = {
  hasTable: false,
  hasColumn: false,
  settings: 0,
  grants: ['nota1.viewForum'],
  deletions: 0,
  hasJob: false,
  groups: 0,
  files: ['other/file.txt'],
  isMarked: false,
}

async function preferencesOf(forum: TestForum, id: number): Promise<unknown> {
  const { preferences } = await forum.current.database.read
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(preferences ?? '{}')
}

onBothDatabases((open) => {
  test('a purge deletes everything that the extension stored, and nothing else, after a backup', async () => {
    const forum = await open({ extensions: [keeper] })
    const { userId, otherId } = await fill(forum)
    expect(await stored(forum)).toEqual(everything)
    const asAdmin = await forum.as(admin)
    const mistyped = await asAdmin.post('/api/admin/extensions/keeper/purge', { name: 'Keeper' })
    expect({ status: mistyped.status, pointer: mistyped.body.errors[0]?.source?.pointer }).toEqual({
      status: 422,
      pointer: '/data/attributes/name',
    })
    expect(await stored(forum)).toEqual(everything)

    const { status, body } = await asAdmin.post('/api/admin/extensions/keeper/purge', {
      name: 'keeper',
      backup: true,
    })
    expect(status).toBe(200)
    expect(await stored(forum)).toEqual(nothing)
    expect(forum.enabled).toEqual([])
    expect(await preferencesOf(forum, userId)).toEqual({ locale: 'de' })
    expect(await preferencesOf(forum, otherId)).toEqual({ locale: 'fr' })

    const { backup } = body as unknown as { backup: { file: string; rows: number } }
    const lines = gunzipSync(await readFile(backup.file))
      .toString()
      .trim()
      .split('\n')
    const [header, ...rows] = lines.map((line) => JSON.parse(line))
    expect(header).toMatchObject({ extension: 'keeper', version: '1.0.0' })
    expect(rows).toHaveLength(backup.rows)
    const saved = rows.map(({ table, row }) => `${table} ${JSON.stringify(row)}`)
    expect(saved).toContain('notes {"id":1,"text":"first"}')
    expect(saved.filter((line) => line.startsWith('discussions '))).toHaveLength(1)
    expect(saved).toContainEqual(expect.stringContaining('settings {"key":"keeper.word","value":"secret"'))
    expect(saved).toContain(`users {"id":${userId},"preferences":{"keeps":true,"notify_kept_alert":false}}`)
    expect(forum.logged).toEqual([])
  })

  test('a purge that a crash interrupted ends with the job, and enabling ends it first', async () => {
    const forum = await open({ extensions: [keeper] })
    await fill(forum)
    await forum.current.extensions.disable('keeper', forum.asSystem())
    await markPurge(forum.asSystem(), { extension: 'keeper', needsBackup: false }, async () => {})
    expect((await stored(forum)).isMarked).toBe(true)
    const asAdmin = await forum.as(admin)
    const { attributes } = (await asAdmin.get('/api/admin/extensions/keeper')).body.data
    expect(attributes).toMatchObject({ isEnabled: false, isPurging: true })
    await forum.current.extensions.resumePurges()
    expect(await stored(forum)).toEqual(nothing)

    await markPurge(forum.asSystem(), { extension: 'keeper', needsBackup: false }, async () => {})
    await forum.current.extensions.enable('keeper', forum.asSystem())
    expect(await stored(forum)).toMatchObject({ hasTable: true, isMarked: false })
    await forum.current.extensions.resumePurges()
    expect(await stored(forum)).toMatchObject({ hasTable: true, hasColumn: true })
  })

  test('nothing is deleted if the backup cannot be written', async () => {
    const forum = await open({ extensions: [keeper] })
    await fill(forum)
    await writeFile(`${forum.current.dataDir}/backups`, 'a file in place of the folder')
    const asAdmin = await forum.as(admin)
    const { status, body } = await asAdmin.post('/api/admin/extensions/keeper/purge', {
      name: 'keeper',
      backup: true,
    })
    expect({ status, code: body.errors[0]?.code }).toEqual({ status: 409, code: 'io_error' })
    expect(await stored(forum)).toMatchObject({ hasTable: true, settings: 1, groups: 1, isMarked: false })
  })
})
