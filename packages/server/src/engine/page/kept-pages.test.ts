import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ApiClient,
  type ApiResponse,
  changeDiscussion,
  changePost,
  eachTestForum,
  endpointsOf,
  makeDiscussion,
  makeUser,
  notificationsExtension,
  notify,
  openForm,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { casesOfRun } from '@parley/testing/all-tests'
import { pageClient } from '@parley/testing/page-client'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { updateDiscussionPrivacy } from '../../features/discussions/privacy.ts'
import { completeExternalLogIn } from '../../features/external-log-in/complete.ts'
import { updatePostPrivacy } from '../../features/posts/privacy.ts'
import { members, moderators } from '../../points/context/actor.ts'
import { defineExtension, type InstalledExtension } from '../../points/extension.ts'
import { storedPicture } from '../../points/settings/stored-values.ts'

const emittedEvents = new Set<string>()

/** Records every event, and has a table whose rows every discussion counts in a field. */
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
    settings: {
      'marks.picture': {
        schema: storedPicture(),
        default: null,
        public: 'marksPictureUrl',
        json: 'string?',
        form: { field: { kind: 'picture', within: { height: 40 } }, label: 'core.ref.posts' },
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
    on: Object.fromEntries(eventNames().map((name) => [name, () => void emittedEvents.add(name)])),
  }),
}

/** Finds the names of all events that the sources emit. */
function eventNames(): string[] {
  const folder = join(import.meta.dirname, '../..')
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

const paths = casesOfRun(
  [
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
  ],
  2,
)

interface Stage {
  forum: TestForum
  admin: ApiClient
}

/**
 * Expects that pages are identical to those that are rendered now: what guests get, and what they get from then on, which is
 * cached.
 */
async function compare({ forum }: Stage, situation: string): Promise<void> {
  for (const path of paths) {
    const answers = [await forum.guest().get(path), await forum.guest().get(path)]
    // A request with the cookie of an expired session is a guest's, but its page is not cached.
    const rendered = await forum
      .guest()
      .get(path, { cookie: `parley_session=${'x'.repeat(40)}.${'y'.repeat(40)}` })
    for (const { status, text } of answers)
      expect({ situation, path, status, text }).toEqual({
        situation,
        path,
        status: rendered.status,
        text: rendered.text,
      })
  }
}

async function stage(open: (options: object) => Promise<TestForum>): Promise<Stage> {
  const forum = await open({ client: await pageClient(), extensions: [marks, notificationsExtension] })
  const ada = await makeUser(forum, { username: 'ada' })
  const bob = await makeUser(forum, { username: 'bob', email: 'bob@machine.local' })
  // Acts where a request sets `last_seen_at`, which pages may show up to a minute later.
  await makeUser(forum, { username: 'cleo' })
  await forum.setEnabled(['marks', 'noticing'])
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

/** The browser of a new user, whose mails lead to forms. */
async function newcomer(forum: TestForum, username: string, more: object = { password: 'password' }) {
  const browser = forum.browser()
  await browser.get('/api')
  const { status } = await browser.post('/register', {
    username,
    email: `${username}@machine.local`,
    ...more,
  })
  expect(status).toBe(201)
  return browser
}

async function askForReset({ forum }: Stage, email: string): Promise<ApiResponse> {
  const browser = forum.browser()
  await browser.get('/api')
  return browser.post('/api/forgot', { email })
}

/** Opens the form that the newest mail links to, and submits it with these fields. */
async function submitMailed({ forum }: Stage, fields: Record<string, string>): Promise<ApiResponse> {
  const { pathname } = new URL((await forum.mails()).at(-1)?.links[0] ?? '')
  const browser = forum.browser()
  const { csrfToken } = await openForm(browser, pathname)
  const [, form = '', passwordToken = ''] = /^(?:(\/reset)\/(.*)|.*)$/.exec(pathname) ?? []
  return browser.postForm(form || pathname, { csrfToken, ...(form && { passwordToken }), ...fields })
}

/** Creates a notification for an account. @returns its id. */
async function notified({ forum }: Stage, client: ApiClient, userId: number): Promise<string> {
  await notify(forum, { type: 'userNoticed', fromUserId: 1, subject: { id: 1 } as never }, [userId])
  return (await client.get('/api/notifications')).body.data[0]?.id ?? ''
}

/** Creates a permanently failed job. @returns its id. */
async function failedJob({ forum }: Stage): Promise<number> {
  const [created_at, failed_at] = Array(2).fill('2024-01-01T00:00:00.000Z')
  const values = { id: 999_999, name: 'nothing', attempts: 1, error: 'No', created_at, failed_at }
  await forum.current.database.transaction((db) => db.insertInto('failed_jobs').values(values).execute())
  return values.id
}

/** Creates a job that waits. @returns its path. */
async function waitingJob({ forum }: Stage): Promise<string> {
  const [created_at, due_at] = ['2024-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z']
  const values = { name: 'nothing', payload: '', created_at, due_at } as const
  const { id } = await forum.current.database.transaction((db) =>
    db.insertInto('jobs').values(values).returning('id').executeTakeFirstOrThrow(),
  )
  return `/api/jobs/${id}`
}

/** Does something in the administration to a new account that is not confirmed. */
const administer =
  (action: string): Act =>
  async ({ admin, forum }) =>
    admin.post(`/api/admin/users/${(await makeUser(forum, { is_email_confirmed: false })).id}/${action}`, {})

const newToken = (client: ApiClient) =>
  client.post('/api/access-tokens', { data: { type: 'access-tokens', attributes: { title: 'Program' } } })

/** Changes through the API, by endpoint: by an administrator, or by a member where they concern one's own account. */
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
      data: {
        type: 'users',
        id: '2',
        relationships: { groups: { data: [{ type: 'groups', id: String(moderators) }] } },
      },
    })
  },
  'POST /api/users': ({ admin }) =>
    admin.post('/api/users', {
      data: { attributes: { username: 'carl', email: 'carl@machine.local', password: 'password' } },
    }),
  'POST /api/admin/users': ({ admin }) =>
    admin.post('/api/admin/users', { username: 'dora', email: 'dora@machine.local' }),
  'POST /api/admin/users/:id/confirm': administer('confirm'),
  'POST /api/admin/users/:id/log-out': administer('log-out'),
  'POST /api/admin/users/:id/send-confirmation': administer('send-confirmation'),
  'POST /api/admin/users/:id/show-email': administer('show-email'),
  'POST /api/admin/view-as': async ({ forum }) =>
    (await forum.browserOf(1)).post('/api/admin/view-as', { kind: 'user', id: 2 }),
  'POST /api/admin/users/actions': ({ admin }) =>
    admin.post('/api/admin/users/actions', { action: 'addGroup', groupId: moderators, ids: [3] }),
  'DELETE /api/admin/users/actions/last': ({ admin }) => admin.delete('/api/admin/users/actions/last'),
  'POST /api/users/:id/avatar': async ({ admin }) =>
    admin.postFiles('/api/users/2/avatar', await picture('avatar')),
  'DELETE /api/users/:id/avatar': ({ admin }) => admin.delete('/api/users/2/avatar'),
  'DELETE /api/users/:id': ({ admin }) => admin.delete('/api/users/3'),
  'POST /api/groups': ({ admin }) =>
    admin.post('/api/groups', { data: { attributes: { nameSingular: 'Star', namePlural: 'Stars' } } }),
  'PATCH /api/groups/:id': ({ admin }) =>
    admin.patch(
      `/api/groups/${moderators}`,
      attributes('groups', String(moderators), { namePlural: 'Mods' }),
    ),
  'DELETE /api/groups/:id': ({ admin }) => admin.delete(`/api/groups/${moderators}`),
  'POST /api/permission': ({ admin }) =>
    admin.post('/api/permission', { permission: 'viewForum', groupIds: [String(members)] }),
  'POST /api/admin/permissions/import': async ({ admin }) => {
    const { body: file } = await admin.get('/api/admin/permissions/export')
    const permissions = [{ name: 'viewForum', groups: [members] }]
    return admin.post('/api/admin/permissions/import', { file: { ...file, permissions }, apply: true })
  },
  'POST /api/settings': ({ admin }) => admin.post('/api/settings', { forum_title: 'Another title' }),
  'POST /api/logo': async ({ admin }) => admin.postFiles('/api/logo', await picture('logo')),
  'POST /api/admin/settings/:key/picture': async ({ admin }) =>
    admin.postFiles('/api/admin/settings/marks.picture/picture', await picture('picture')),
  'DELETE /api/admin/settings/:key/picture': ({ admin }) =>
    admin.delete('/api/admin/settings/marks.picture/picture'),
  'DELETE /api/logo': ({ admin }) => admin.delete('/api/logo'),
  'POST /api/favicon': async ({ admin }) => admin.postFiles('/api/favicon', await picture('favicon')),
  'DELETE /api/favicon': ({ admin }) => admin.delete('/api/favicon'),
  'POST /api/access-tokens': ({ admin }) => newToken(admin),
  'DELETE /api/access-tokens/:id': async ({ admin }) =>
    admin.delete(`/api/access-tokens/${(await newToken(admin)).body.data.id}`),
  'DELETE /api/sessions': async ({ forum }) => (await forum.browserOf(4)).delete('/api/sessions'),
  'POST /api/token': ({ forum }) =>
    forum.guest().post('/api/token', { identification: 'admin', password: 'password' }),
  'POST /api/forgot': (on) => askForReset(on, 'admin@machine.local'),
  'POST /api/users/:id/send-confirmation': async ({ forum }) => {
    const { id } = await makeUser(forum, { is_email_confirmed: false })
    return (await forum.browserOf(id)).post(`/api/users/${id}/send-confirmation`)
  },
  'POST /api/mail/test': ({ admin }) => admin.post('/api/mail/test'),
  'PATCH /api/notifications/:id': async (on) => {
    const id = await notified(on, on.admin, 1)
    await compare(on, 'notified')
    return on.admin.patch(`/api/notifications/${id}`, attributes('notifications', id, { isRead: true }))
  },
  'POST /api/notifications/read': async (on) => {
    await notified(on, on.admin, 1)
    return on.admin.post('/api/notifications/read')
  },
  'DELETE /api/notifications': async (on) => {
    await notified(on, on.admin, 1)
    return on.admin.delete('/api/notifications')
  },
  'POST /api/jobs/:id/run': async (on) => on.admin.post(`${await waitingJob(on)}/run`),
  'DELETE /api/jobs/:id': async (on) => on.admin.delete(await waitingJob(on)),
  'POST /api/failed-jobs/:id/retry': async (on) =>
    on.admin.post(`/api/failed-jobs/${await failedJob(on)}/retry`),
  'DELETE /api/failed-jobs/:id': async (on) => on.admin.delete(`/api/failed-jobs/${await failedJob(on)}`),
  'DELETE /api/cache': ({ admin }) => admin.delete('/api/cache'),
  'PATCH /api/extensions/:name': async (on) => {
    const set = (enabled: boolean) => on.admin.patch('/api/extensions/marks', { enabled })
    expect((await set(false)).status).toBe(204)
    await compare(on, 'disabled')
    return set(true)
  },
  'POST /api/extension-errors': ({ admin }) =>
    admin.post('/api/extension-errors', { extension: 'marks', name: 'Error', place: '' }),
  'POST /api/admin/safe-mode': async (on) => {
    const set = (enabled: boolean) => on.admin.post('/api/admin/safe-mode', { enabled })
    expect((await set(true)).status).toBe(204)
    await compare(on, 'in safe mode')
    return set(false)
  },
  'POST /api/admin/extensions/:name/purge': ({ admin }) =>
    admin.post('/api/admin/extensions/noticing/purge', { name: 'noticing' }),
  'DELETE /api/extensions/:name': ({ admin }) => admin.delete('/api/extensions/marks'),
}

const writeInPost =
  (content: string): Act =>
  (on) =>
    write(on, async (writing) => {
      await writing.db.updateTable('posts').set({ content }).where('id', '=', 4).execute()
      await updatePostPrivacy(writing, 4)
    })

const renameTo =
  (title: string): Act =>
  (on) =>
    write(on, async (writing) => {
      await writing.db.updateTable('discussions').set({ title }).where('id', '=', 2).execute()
      await updateDiscussionPrivacy(writing, 2)
    })

/** Changes by other ways. */
const otherChanges: Readonly<Record<string, Act>> = {
  'a private post': writeInPost('privately'),
  'a post made public': writeInPost('for all'),
  'a private discussion': renameTo('privately'),
  'a discussion made public': renameTo('For all'),
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
    await compare(on, 'hidden by its column')
    await set(null)
  },
  'SQL written by hand': (on) =>
    on.forum.current.database.transaction((db) =>
      sql`update users set username = 'bert' where id = 3`.execute(db),
    ),
  'an address confirmed by mail': async (on) => {
    await newcomer(on.forum, 'fred')
    return submitMailed(on, {})
  },
  'a password set by mail': async (on) => {
    await askForReset(on, 'bob@machine.local')
    return submitMailed(on, { password: 'other-words', password_confirmation: 'other-words' })
  },
  'a log-out everywhere': async ({ forum }) => (await forum.browserOf(4)).post('/global-logout'),
  'an account of another site': async (on) => {
    const provided = { username: 'gina', email: 'gina@machine.local' }
    const found = await completeExternalLogIn(on.forum.asSystem(), {
      provider: 'site',
      identifier: '1',
      provided,
    })
    await newcomer(on.forum, 'gina', found.loggedIn ? {} : { token: found.registration.token })
  },
  'a table of an extension': (on) =>
    on.forum.current.database.transaction((db) => sql`insert into marks values (2), (2)`.execute(db)),
}

eachTestForum((open) => {
  test('guests’ pages are those that would be rendered now, after every kind of change', async () => {
    const on = await stage(open)
    const writing = endpointsOf(on.forum).filter((endpoint) => /^(POST|PATCH|DELETE) \/api\//.test(endpoint))
    expect(writing.filter((endpoint) => !(endpoint in byApi))).toEqual([])
    await compare(on, 'before any change')
    for (const [endpoint, act] of Object.entries({ ...otherChanges, ...byApi })) {
      const answer = (await act(on)) as { status?: number } | undefined
      expect({ endpoint, status: answer?.status ?? 200 }).toEqual({
        endpoint,
        status: expect.toSatisfy((status) => status < 303),
      })
      await compare(on, endpoint)
    }
    expect(eventNames()).toContain('post.madePrivate')
    expect(eventNames().filter((name) => !emittedEvents.has(name))).toEqual([])
  }, 120_000)
})
