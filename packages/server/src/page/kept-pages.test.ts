import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ApiClient,
  changeDiscussion,
  changePost,
  eachTestForum,
  endpointsOf,
  makeDiscussion,
  makeUser,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { judgeDiscussionPrivacy } from '../discussions/privacy.ts'
import { defineExtension, type InstalledExtension } from '../extension.ts'
import { judgePostPrivacy } from '../posts/privacy.ts'

const noted = new Set<string>()

/** Notes every event, and has a table of its own that every discussion shows something of. */
const marks: InstalledExtension = {
  id: 'marks',
  title: 'Marks',
  version: '1.0.0',
  declaration: defineExtension({
    migrations: {
      '001_marks': {
        up: async ({ db }) => void (await sql`create table marks (discussion_id integer)`.execute(db)),
        down: async ({ db }) => void (await sql`drop table marks`.execute(db)),
      },
    },
    privacy: {
      discussions: {
        isPrivate: ({ title }) => title.includes('privately'),
        scope: (eb) => eb.lit(false),
        sees: () => false,
      },
      posts: {
        isPrivate: ({ content }) => content.includes('privately'),
        scope: (eb) => eb.lit(false),
        sees: () => false,
      },
    },
    resources: {
      discussions: {
        fields: {
          marks: {
            json: 'integer',
            load: async (rows, { db }) => {
              const { rows: found } = await sql<{
                discussion_id: number
              }>`select discussion_id from marks`.execute(db)
              return new Map(
                rows.map(({ id }) => [id, found.filter((mark) => mark.discussion_id === id).length]),
              )
            },
          },
        },
      },
    },
    on: Object.fromEntries(eventNames().map((name) => [name, () => void noted.add(name)])),
  }),
}

/** The names of all events that the sources emit. */
function eventNames(): string[] {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const names = sources.flatMap((file) => {
    const calls = readFileSync(join(folder, file), 'utf8').matchAll(/\bemit\(([^;{]*)/g)
    return [...calls].flatMap(([, call = '']) =>
      [...call.matchAll(/'([a-z]+\.[A-Za-z]+)'/g)].map(([, name = '']) => name),
    )
  })
  return [...new Set(names)].sort()
}

const paths = [
  '/',
  '/all',
  '/?sort=oldest',
  '/d/1',
  '/d/2',
  '/d/2?page=1',
  '/d/3',
  '/u/ada',
  '/u/bob',
  '/u/ada/discussions',
]

interface Stage {
  forum: TestForum
  admin: ApiClient
}

/** What guests get now, and what they would get if nothing were kept. */
async function compare({ forum }: Stage, what: string): Promise<void> {
  for (const path of paths) {
    const kept = await forum.guest().get(path)
    // A visitor with the cookie of a session that has ended is a guest, whose pages are not kept.
    const drawn = await forum
      .guest()
      .get(path, { cookie: `parley_session=${'x'.repeat(40)}.${'y'.repeat(40)}` })
    expect([what, path, kept.status, kept.text]).toEqual([what, path, drawn.status, drawn.text])
  }
}

async function stage(open: (options: object) => Promise<TestForum>): Promise<Stage> {
  const forum = await open({ client: await pageClient(), extensions: [marks] })
  const ada = await makeUser(forum, { username: 'ada' })
  const bob = await makeUser(forum, { username: 'bob' })
  await forum.setEnabled(['marks'])
  const admin = await forum.as(1)
  for (const [n, user] of [ada, bob, ada].entries()) {
    const posts = [{ user_id: user.id }, { user_id: bob.id, content: 'A reply' }]
    await makeDiscussion(forum, { title: `Discussion ${n + 1}`, user_id: user.id, posts })
  }
  return { forum, admin }
}

const picture = async (field: string) => {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
  return form
}

const attributes = (type: string, id: string, values: object) => ({ data: { type, id, attributes: values } })

type Act = (stage: Stage) => Promise<unknown>

const write = ({ forum }: Stage, work: Parameters<TestForum['current']['write']>[1]) =>
  forum.current.write(forum.asSystem(), work)

/** What an administrator can do by the API, by the endpoint. */
const byApi: Readonly<Record<string, Act>> = {
  'POST /api/discussions': ({ admin }) => startDiscussion(admin, { title: 'Another', content: 'Words' }),
  'PATCH /api/discussions/:id': async ({ admin }) => {
    await changeDiscussion(admin, '1', { title: 'Renamed' })
    await changeDiscussion(admin, '1', { isHidden: true })
    await changeDiscussion(admin, '1', { isHidden: false })
  },
  'POST /api/posts': ({ admin }) => replyTo(admin, '2', { content: 'Another reply' }),
  'PATCH /api/posts/:id': async (on) => {
    await changePost(on.admin, '2', { content: 'Edited' })
    await compare(on, 'edited')
    await changePost(on.admin, '2', { isHidden: true })
    await compare(on, 'hidden')
    await changePost(on.admin, '2', { isHidden: false })
  },
  'DELETE /api/posts/:id': ({ admin }) => admin.delete('/api/posts/2'),
  'DELETE /api/discussions/:id': ({ admin }) => admin.delete('/api/discussions/3'),
  'PATCH /api/users/:id': async (on) => {
    await on.admin.patch(
      '/api/users/2',
      attributes('users', '2', { username: 'ada2', email: 'new@machine.local' }),
    )
    await compare(on, 'renamed')
    await on.admin.patch('/api/users/2', attributes('users', '2', { username: 'ada' }))
    await compare(on, 'renamed back')
    await on.admin.patch('/api/users/2', {
      data: { type: 'users', id: '2', relationships: { groups: { data: [{ type: 'groups', id: '4' }] } } },
    })
  },
  'POST /api/users': ({ admin }) =>
    admin.post('/api/users', {
      data: { attributes: { username: 'carl', email: 'carl@machine.local', password: 'password' } },
    }),
  'POST /api/users/:id/avatar': async ({ admin }) =>
    admin.postFiles('/api/users/2/avatar', await picture('avatar')),
  'DELETE /api/users/:id/avatar': ({ admin }) => admin.delete('/api/users/2/avatar'),
  'DELETE /api/users/:id': ({ admin }) => admin.delete('/api/users/3'),
  'POST /api/groups': ({ admin }) =>
    admin.post('/api/groups', { data: { attributes: { nameSingular: 'Star', namePlural: 'Stars' } } }),
  'PATCH /api/groups/:id': ({ admin }) =>
    admin.patch('/api/groups/4', attributes('groups', '4', { namePlural: 'Mods' })),
  'DELETE /api/groups/:id': ({ admin }) => admin.delete('/api/groups/4'),
  'POST /api/permission': ({ admin }) =>
    admin.post('/api/permission', { permission: 'viewForum', groupIds: ['3'] }),
  'POST /api/settings': ({ admin }) => admin.post('/api/settings', { forum_title: 'Another title' }),
  'POST /api/logo': async ({ admin }) => admin.postFiles('/api/logo', await picture('logo')),
  'DELETE /api/logo': ({ admin }) => admin.delete('/api/logo'),
  'POST /api/favicon': async ({ admin }) => admin.postFiles('/api/favicon', await picture('favicon')),
  'DELETE /api/favicon': ({ admin }) => admin.delete('/api/favicon'),
}

/** What happens otherwise. */
const otherwise: Readonly<Record<string, Act>> = {
  'a private post': (on) =>
    write(on, async (writing) => {
      await writing.db.updateTable('posts').set({ content: 'privately' }).where('id', '=', 4).execute()
      await judgePostPrivacy(writing, 4)
    }),
  'a post made public': (on) =>
    write(on, async (writing) => {
      await writing.db.updateTable('posts').set({ content: 'for all' }).where('id', '=', 4).execute()
      await judgePostPrivacy(writing, 4)
    }),
  'a private discussion': (on) =>
    write(on, async (writing) => {
      await writing.db.updateTable('discussions').set({ title: 'privately' }).where('id', '=', 2).execute()
      await judgeDiscussionPrivacy(writing, 2)
    }),
  'a discussion made public': (on) =>
    write(on, async (writing) => {
      await writing.db.updateTable('discussions').set({ title: 'For all' }).where('id', '=', 2).execute()
      await judgeDiscussionPrivacy(writing, 2)
    }),
  'a row changed by an extension, without any event': (on) =>
    on.forum.current.database.transaction((db) =>
      db.updateTable('posts').set({ number: 77 }).where('id', '=', 4).execute(),
    ),
  'a post that appears by a column, without any event': async (on) => {
    const set = (hidden_at: string | null) =>
      on.forum.current.database.transaction((db) =>
        db.updateTable('posts').set({ hidden_at }).where('id', '=', 4).execute(),
      )
    await set('2024-01-01T00:00:00.000Z')
    await compare(on, 'gone')
    await set(null)
  },
  'SQL written by hand': (on) =>
    on.forum.current.database.transaction((db) =>
      sql`update users set username = 'bert' where id = 3`.execute(db),
    ),
  'a table of an extension': (on) =>
    on.forum.current.database.transaction((db) => sql`insert into marks values (2), (2)`.execute(db)),
}

eachTestForum((open) => {
  test('guests’ pages are those that would be drawn now, whatever an administrator did', async () => {
    const on = await stage(open)
    const writing = endpointsOf(on.forum).filter((endpoint) => /^(POST|PATCH|DELETE) \/api\//.test(endpoint))
    const kept = writing.filter((endpoint) => !(endpoint in byApi))
    for (const [endpoint, act] of Object.entries({ ...otherwise, ...byApi })) {
      await compare(on, `before ${endpoint}`)
      const answer = (await act(on)) as { status?: number } | undefined
      expect([endpoint, answer?.status ?? 200]).toEqual([
        endpoint,
        expect.toSatisfy((status) => status < 300),
      ])
      await compare(on, endpoint)
    }
    // What is left out changes nothing that guests see.
    expect(kept.sort()).toEqual([
      'DELETE /api/access-tokens/:id',
      'DELETE /api/cache',
      'DELETE /api/extensions/:name',
      'DELETE /api/failed-jobs/:id',
      'DELETE /api/notifications',
      'DELETE /api/sessions',
      'PATCH /api/extensions/:name',
      'PATCH /api/notifications/:id',
      'POST /api/access-tokens',
      'POST /api/failed-jobs/:id/retry',
      'POST /api/forgot',
      'POST /api/mail/test',
      'POST /api/notifications/read',
      'POST /api/token',
      'POST /api/users/:id/send-confirmation',
    ])
    expect(eventNames().filter((name) => !noted.has(name))).toEqual([
      'user.activated',
      'user.loggedOutEverywhere',
      'user.passwordChanged',
      'user.registeredExternally',
    ])
  }, 120_000)

  test('pages that do not show what changed stay', async () => {
    const on = await stage(open)
    const { database } = on.forum.current
    await makeDiscussion(on.forum, { title: 'By nobody else', user_id: 1 })
    const queriesOf = async (path: string) => {
      const before = database.queries
      await on.forum.guest().get(path)
      return database.queries - before
    }
    for (const path of paths) await queriesOf(path)
    await replyTo(on.admin, '2', { content: 'Another reply' })
    await on.forum.settled()
    expect(await queriesOf('/d/1')).toBe(0)
    expect(await queriesOf('/d/3')).toBe(0)
    expect(await queriesOf('/d/2')).toBeGreaterThan(0)
    expect(await queriesOf('/')).toBeGreaterThan(0)
    await changePost(on.admin, '2', { content: 'Edited' })
    expect(await queriesOf('/d/1')).toBeGreaterThan(0)
    expect(await queriesOf('/d/3')).toBe(0)
    for (const path of paths) await queriesOf(path)
    // Guests see nothing of these, or may see it a minute later.
    await database.transaction((db) =>
      db
        .updateTable('users')
        .set({ last_seen_at: '2024-01-02T00:00:00.000Z', unread_notification_count: 9 })
        .where('id', 'in', [2, 3])
        .execute(),
    )
    for (const path of paths) expect([path, await queriesOf(path)]).toEqual([path, 0])
    // Of those who started a discussion and replied last, the list shows names and pictures.
    await database.transaction((db) =>
      db.updateTable('users').set({ comment_count: 99 }).where('id', '=', 3).execute(),
    )
    expect(await queriesOf('/')).toBe(0)
    expect(await queriesOf('/d/2')).toBeGreaterThan(0)
  })
})

describe('what sources emit', () => {
  test('is found', () => {
    expect(eventNames()).toContain('post.madePrivate')
    expect(eventNames().length).toBeGreaterThan(15)
  })
})
