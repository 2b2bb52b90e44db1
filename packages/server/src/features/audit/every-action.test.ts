import {
  type ApiClient,
  type ApiResponse,
  admin,
  createTestForum,
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  type TestForum,
} from '@parley/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { resourceRoutes } from '../../engine/http/api-routes.ts'
import { members, moderators } from '../../points/context/actor.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { storedPicture } from '../../points/settings/stored-values.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'
import { createSafeModeToken } from '../extensions/safe-mode/links.ts'

interface Audited {
  /** The one action that the log records. */
  action: string
  send(client: ApiClient, forum: TestForum): Promise<ApiResponse>
}

const attributes = (values: object) => ({ data: { attributes: values } })
const someUser = async (forum: TestForum) => `/api/users/${(await makeUser(forum)).id}`
const someGroup = async (forum: TestForum) => `/api/groups/${(await makeGroup(forum)).id}`
const bells: InstalledExtension = {
  id: 'bells',
  title: 'Bells',
  version: '1.0.0',
  declaration: {
    settings: {
      bell: {
        schema: storedPicture(),
        default: null,
        form: { field: { kind: 'picture', within: { height: 60 } }, label: 'core.ref.posts' },
      },
    },
  },
}
const bellPicture = '/api/admin/settings/bell/picture'
const makePosts = async (forum: TestForum) => {
  const { id: user_id } = await makeUser(forum)
  return makeDiscussion(forum, { user_id, posts: [{ user_id }, { user_id }] })
}
const lastPost = async (forum: TestForum) => `/api/posts/${(await makePosts(forum)).last_post_id}`
const someDiscussion = async (forum: TestForum) => `/api/discussions/${(await makePosts(forum)).id}`

function change(path: (forum: TestForum) => Promise<string>, values: object, action: string): Audited {
  return { action, send: async (client, forum) => client.patch(await path(forum), attributes(values)) }
}

function administer(name: string, action: string): Audited {
  return {
    action,
    async send(client, forum) {
      const { id } = await makeUser(forum, { is_email_confirmed: false })
      return client.post(`/api/admin/users/${id}/${name}`, {})
    },
  }
}

async function upload(client: ApiClient, path: string, field: string): Promise<ApiResponse> {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
  return client.postFiles(path, form)
}

async function someToken(forum: TestForum): Promise<string> {
  const { id: userId } = await makeUser(forum)
  const token = { userId, type: 'session', now: forum.clock.now() } as const
  const { id } = await forum.current.database.transaction((db) => createAccessToken(db, token))
  return `/api/access-tokens/${id}`
}

let nextJob = 1000

async function failedJob(forum: TestForum): Promise<string> {
  const at = forum.clock.now().toISOString()
  const values = { name: 'mail.send', attempts: 8, error: 'no', created_at: at, failed_at: at }
  const { id } = await forum.current.database.transaction((db) =>
    db
      .insertInto('failed_jobs')
      .values({ id: nextJob++, ...values })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return `/api/failed-jobs/${id}`
}

async function waitingJob(forum: TestForum): Promise<string> {
  const at = forum.clock.now().getTime() + 3_600_000
  const created_at = forum.clock.now().toISOString()
  const values = { name: 'mail.send', payload: '', created_at, due_at: new Date(at).toISOString() }
  const { id } = await forum.current.database.transaction((db) =>
    db.insertInto('jobs').values(values).returning('id').executeTakeFirstOrThrow(),
  )
  return `/api/jobs/${id}`
}

const groups = { groups: { data: [{ type: 'groups', id: String(moderators) }] } }
const names = { nameSingular: 'Helper', namePlural: 'Helpers' }

/** Every write of the API that administrates or moderates: its path, and for changes of a row the attribute. */
const audited: Readonly<Record<string, Audited>> = {
  'POST /api/settings': {
    action: 'settings.changed',
    send: (client) => client.post('/api/settings', { forum_title: 'Other' }),
  },
  'POST /api/permission': {
    action: 'permission.changed',
    send: (client) => client.post('/api/permission', { permission: 'user.edit', groupIds: [members] }),
  },
  'POST /api/admin/permissions/import': {
    action: 'permission.changed',
    async send(client) {
      const { body: file } = await client.get('/api/admin/permissions/export')
      const permissions = [{ name: 'user.edit', groups: [moderators] }]
      return client.post('/api/admin/permissions/import', { file: { ...file, permissions }, apply: true })
    },
  },
  'POST /api/groups': {
    action: 'group.created',
    send: (client) => client.post('/api/groups', attributes(names)),
  },
  'PATCH /api/groups/:id nameSingular': change(someGroup, names, 'group.edited'),
  'PATCH /api/groups/:id namePlural': change(someGroup, names, 'group.edited'),
  'PATCH /api/groups/:id color': change(someGroup, { color: '#abc' }, 'group.edited'),
  'PATCH /api/groups/:id icon': change(someGroup, { icon: 'star' }, 'group.edited'),
  'PATCH /api/groups/:id isHidden': change(someGroup, { isHidden: true }, 'group.edited'),
  'PATCH /api/groups/:id position': change(someGroup, { position: 2.5 }, 'group.edited'),
  'DELETE /api/groups/:id': {
    action: 'group.deleted',
    send: async (client, forum) => client.delete(await someGroup(forum)),
  },
  'POST /api/users': {
    action: 'user.created',
    send: (client) =>
      client.post(
        '/api/users',
        attributes({ username: 'invited', email: 'invited@machine.local', password: 'password' }),
      ),
  },
  'PATCH /api/users/:id username': change(someUser, { username: 'renamed' }, 'user.renamed'),
  'PATCH /api/users/:id email': change(someUser, { email: 'new@machine.local' }, 'user.emailChanged'),
  'PATCH /api/users/:id password': change(someUser, { password: 'new password' }, 'user.passwordChanged'),
  'PATCH /api/users/:id isEmailConfirmed': change(
    async (forum) => `/api/users/${(await makeUser(forum, { is_email_confirmed: false })).id}`,
    { isEmailConfirmed: true },
    'user.confirmed',
  ),
  'PATCH /api/users/:id groups': {
    action: 'user.groupsChanged',
    send: async (client, forum) =>
      client.patch(await someUser(forum), { data: { attributes: {}, relationships: groups } }),
  },
  'DELETE /api/users/:id': {
    action: 'user.deleted',
    send: async (client, forum) => client.delete(await someUser(forum)),
  },
  'POST /api/admin/users': {
    action: 'user.created',
    send: (client) =>
      client.post('/api/admin/users', { username: 'arriving', email: 'arriving@machine.local' }),
  },
  'POST /api/admin/users/:id/confirm': administer('confirm', 'user.confirmed'),
  'POST /api/admin/users/:id/send-confirmation': administer('send-confirmation', 'user.confirmationSent'),
  'POST /api/admin/users/:id/log-out': administer('log-out', 'user.loggedOut'),
  'POST /api/admin/users/:id/show-email': administer('show-email', 'user.emailShown'),
  // Its account is confirmed already. Those that it changes have entries of their own.
  'POST /api/admin/users/actions': {
    action: 'bulkAction.started',
    send: async (client, forum) =>
      client.post('/api/admin/users/actions', { action: 'confirm', ids: [(await makeUser(forum)).id] }),
  },
  'POST /api/admin/view-as': {
    action: 'group.viewedAs',
    send: async (_client, forum) =>
      (await forum.browserOf(admin)).post('/api/admin/view-as', { kind: 'group', id: members }),
  },
  'POST /api/users/:id/avatar': {
    action: 'user.pictureChanged',
    send: async (client, forum) => upload(client, `${await someUser(forum)}/avatar`, 'avatar'),
  },
  'DELETE /api/users/:id/avatar': {
    action: 'user.pictureRemoved',
    send: async (client, forum) =>
      client.delete(`/api/users/${(await makeUser(forum, { avatar_url: 'a.png' })).id}/avatar`),
  },
  'DELETE /api/access-tokens/:id': {
    action: 'user.sessionEnded',
    send: async (client, forum) => client.delete(await someToken(forum)),
  },
  'PATCH /api/discussions/:id title': change(someDiscussion, { title: 'Other title' }, 'discussion.renamed'),
  'PATCH /api/discussions/:id isHidden': change(someDiscussion, { isHidden: true }, 'discussion.hidden'),
  'DELETE /api/discussions/:id': {
    action: 'discussion.deleted',
    send: async (client, forum) => client.delete(await someDiscussion(forum)),
  },
  'PATCH /api/posts/:id content': change(lastPost, { content: 'Other text' }, 'post.edited'),
  'PATCH /api/posts/:id isHidden': change(lastPost, { isHidden: true }, 'post.hidden'),
  'DELETE /api/posts/:id': {
    action: 'post.deleted',
    send: async (client, forum) => client.delete(await lastPost(forum)),
  },
  'POST /api/logo': { action: 'logo.changed', send: (client) => upload(client, '/api/logo', 'logo') },
  'DELETE /api/logo': { action: 'logo.changed', send: (client) => client.delete('/api/logo') },
  'POST /api/favicon': {
    action: 'favicon.changed',
    send: (client) => upload(client, '/api/favicon', 'favicon'),
  },
  'DELETE /api/favicon': { action: 'favicon.changed', send: (client) => client.delete('/api/favicon') },
  'POST /api/admin/settings/:key/picture': {
    action: 'settings.changed',
    send: (client) => upload(client, bellPicture, 'picture'),
  },
  'DELETE /api/admin/settings/:key/picture': {
    action: 'settings.changed',
    send: (client) => client.delete(bellPicture),
  },
  'PATCH /api/extensions/:name': {
    action: 'extension.disabled',
    send: (client) => client.patch('/api/extensions/bells', { enabled: false }),
  },
  'POST /admin/extensions/:name': {
    action: 'extension.enabled',
    send: async (_client, forum) =>
      (await forum.browserOf(admin)).post('/admin/extensions/bells', { enabled: true }),
  },
  // An enabled one is disabled before, which leaves an entry of its own.
  'DELETE /api/extensions/:name': {
    action: 'extension.purged',
    async send(client, forum) {
      await forum.setEnabled([])
      return client.delete('/api/extensions/bells')
    },
  },
  'POST /api/admin/extensions/:name/purge': {
    action: 'extension.purged',
    send: (client) => client.post('/api/admin/extensions/bells/purge', { name: 'bells', backup: true }),
  },
  'POST /safe-mode/:token': {
    action: 'settings.changed',
    async send(_client, forum) {
      const token = await createSafeModeToken(forum.current.database, forum.clock.now())
      const browser = await forum.browserOf(admin)
      return browser.postForm(`/safe-mode/${token}`, { csrfToken: browser.csrfToken })
    },
  },
  'POST /api/admin/safe-mode': {
    action: 'settings.changed',
    send: (client) => client.post('/api/admin/safe-mode', { enabled: false }),
  },
  'DELETE /api/cache': { action: 'cache.cleared', send: (client) => client.delete('/api/cache') },
  'POST /api/mail/test': { action: 'mail.tested', send: (client) => client.post('/api/mail/test') },
  'POST /api/jobs/:id/run': {
    action: 'waitingJob.madeDue',
    send: async (client, forum) => client.post(`${await waitingJob(forum)}/run`),
  },
  'DELETE /api/jobs/:id': {
    action: 'waitingJob.cancelled',
    send: async (client, forum) => client.delete(await waitingJob(forum)),
  },
  'POST /api/failed-jobs/:id/retry': {
    action: 'failedJob.retried',
    send: async (client, forum) => client.post(`${await failedJob(forum)}/retry`),
  },
  'DELETE /api/failed-jobs/:id': {
    action: 'failedJob.deleted',
    send: async (client, forum) => client.delete(await failedJob(forum)),
  },
}

const own = 'changes only what belongs to the account itself'
const writing = 'writes in one’s own name, as every member does'
const proof = 'is for the owner of the account, who proves it with a mailed link or a password'

/** Writes that leave no entry, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'POST /api/discussions': writing,
  'POST /api/posts': writing,
  'POST /d/:id/reply': writing,
  'POST /composer': writing,
  'PATCH /api/discussions/:id lastReadPostNumber': own,
  'PATCH /api/discussions/:id lateReadNumbers': own,
  'PATCH /api/users/:id markedAllAsReadAt': own,
  'PATCH /api/users/:id preferences': own,
  'POST /api/access-tokens': own,
  'DELETE /api/sessions': own,
  'POST /global-logout': own,
  'PATCH /api/notifications/:id': own,
  'POST /api/notifications/read': own,
  'DELETE /api/notifications': own,
  'POST /unsubscribe/:token': own,
  'POST /api/token': proof,
  'POST /login': proof,
  'POST /register': 'is how visitors sign up',
  'POST /confirm/:token': proof,
  'POST /reset': proof,
  'POST /api/forgot': proof,
  'POST /forgot': proof,
  'POST /api/users/:id/send-confirmation': own,
  'DELETE /api/admin/users/actions/last': own,
  'POST /api/extension-errors': 'reports an error of a browser, and changes nothing',
}

/** The permissions of the core by the actions that they allow; an empty list for those that change nothing of others. */
const permissions: Readonly<Record<string, readonly string[]>> = {
  administrate: [
    'settings.changed',
    'permission.changed',
    'extension.enabled',
    'cache.cleared',
    'mail.tested',
  ],
  'auditLog.view': [],
  createAccessToken: [],
  createGroup: ['group.created'],
  'discussion.delete': ['discussion.deleted'],
  'discussion.deletePosts': ['post.deleted'],
  'discussion.editPosts': ['post.edited'],
  'discussion.hide': ['discussion.hidden', 'discussion.restored'],
  'discussion.hidePosts': ['post.hidden', 'post.restored'],
  'discussion.rename': ['discussion.renamed'],
  'discussion.reply': [],
  'discussion.viewIpsPosts': [],
  'group.delete': ['group.deleted'],
  'group.edit': ['group.edited'],
  moderateAccessTokens: ['user.sessionEnded', 'user.tokenRevoked'],
  postWithoutThrottle: [],
  searchUsers: [],
  startDiscussion: [],
  'statistics.view': [],
  // Each action requires its own permission, too.
  'user.administer': [
    'user.created',
    'user.confirmed',
    'user.loggedOut',
    'user.emailShown',
    'user.confirmationSent',
    'bulkAction.started',
  ],
  'user.delete': ['user.deleted'],
  'user.edit': ['user.pictureChanged', 'user.pictureRemoved'],
  'user.editCredentials': ['user.renamed', 'user.emailChanged', 'user.passwordChanged'],
  'user.editGroups': ['user.groupsChanged'],
  'user.viewLastSeenAt': [],
  viewForum: [],
  viewHiddenGroups: [],
}

/** Names every write that the forum declares: of a row, one for each attribute and relationship that can be changed. */
function writesOf({ current: { points } }: TestForum): string[] {
  const ofResources = resourceRoutes(points).flatMap(({ resource, name, method, path }) => {
    if (name === 'index' || name === 'show') return []
    if (name !== 'update' || resource.endpoints.update?.run) return [`${method} ${path}`]
    const members = [
      ...[...resource.fields].filter(([, { writable }]) => writable !== undefined),
      ...[...resource.relations].filter(([, { write }]) => write !== undefined),
    ]
    return members.map(([member]) => `${method} ${path} ${member}`)
  })
  const others = points.routes.filter(({ method }) => method !== 'GET')
  return [...ofResources, ...others.map(({ method, path }) => `${method} ${path}`)]
}

test('every write leaves one entry, or is listed with the reason why it leaves none', async () => {
  const forum = await createTestForum({ extensions: [bells] })
  const listed = [...Object.keys(audited), ...Object.keys(exceptions)]
  expect(writesOf(forum).sort()).toEqual(listed.sort())
  expect(new Set(listed).size).toBe(listed.length)
})

test('every permission is listed with the actions that it allows', async () => {
  const forum = await createTestForum()
  const { points } = forum.current
  expect([...points.permissions.keys()].sort()).toEqual(Object.keys(permissions).sort())
  for (const action of Object.values(permissions).flat()) expect([...points.audit.keys()]).toContain(action)
})

test('each of these writes leaves exactly one entry, of the administrator', async () => {
  const forum = await createTestForum({ extensions: [bells] })
  await grant(forum, 'postWithoutThrottle', [members])
  const client = await forum.as(admin)
  const { read } = forum.current.database
  let last = 0
  const found: Record<string, unknown> = {}
  for (const [write, { send }] of Object.entries(audited)) {
    const { status } = await send(client, forum)
    const entries = await read
      .selectFrom('audit_entries')
      .select(['id', 'action', 'actor_name'])
      .where('id', '>', last)
      .orderBy('id')
      .execute()
    last = entries.at(-1)?.id ?? last
    const isDone = status < 400
    found[write] = { isDone, entries: entries.map(({ action, actor_name }) => `${actor_name} ${action}`) }
  }
  const expected = Object.entries(audited).map(([write, { action }]) => [
    write,
    { isDone: true, entries: [`admin ${action}`] },
  ])
  expect(found).toEqual(Object.fromEntries(expected))
})
