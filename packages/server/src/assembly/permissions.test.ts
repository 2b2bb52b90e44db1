import {
  type ApiClient,
  type ApiResponse,
  admin,
  changeDiscussion,
  changePost,
  createTestForum,
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  onBothDatabases,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { createAccessToken } from '../features/access-tokens/tokens.ts'
import { administrators, members, moderators } from '../points/context/actor.ts'

const actors = ['guest', 'unconfirmed', 'member', 'moderator', 'admin'] as const

type Statuses = readonly [
  guest: number,
  unconfirmed: number,
  member: number,
  moderator: number,
  admin: number,
]

interface Row {
  action: string
  statuses: Statuses
  /** Permission that enables members to do it. */
  permission?: string
  send(client: ApiClient, forum: TestForum): Promise<ApiResponse>
}

const title = 'About gardens'
const forEveryone: Statuses = [200, 200, 200, 200, 200]
const forConfirmed: Statuses = [403, 403, 201, 201, 201]
const forModerators: Statuses = [403, 403, 403, 200, 200]
const forAdministrators = (done: number): Statuses => [403, 403, 403, 403, done]

const writer = async (forum: TestForum) => (await makeUser(forum)).id
const discussionOf = async (forum: TestForum) => {
  const user_id = await writer(forum)
  return makeDiscussion(forum, { user_id, posts: [{ user_id }, { user_id }] })
}
const postOf = async (forum: TestForum) => (await discussionOf(forum)).last_post_id ?? 0
const userPath = async (forum: TestForum) => `/api/users/${await writer(forum)}`
const changed = (attributes: object, relationships?: object) => ({ data: { attributes, relationships } })
const groupNames = { nameSingular: 'Helper', namePlural: 'Helpers' }

async function tokenOf(forum: TestForum): Promise<string> {
  const userId = await writer(forum)
  const token = { userId, type: 'session', now: forum.current.now() } as const
  const { id } = await forum.current.database.transaction((db) => createAccessToken(db, token))
  return `/api/access-tokens/${id}`
}

const rows: readonly Row[] = [
  {
    action: 'read a discussion',
    statuses: forEveryone,
    send: async (client, forum) => client.get(`/api/discussions/${(await discussionOf(forum)).id}`),
  },
  {
    action: 'start a discussion',
    statuses: forConfirmed,
    send: (client) => startDiscussion(client, { title, content: 'Hello' }),
  },
  {
    action: 'reply',
    statuses: forConfirmed,
    send: async (client, forum) => replyTo(client, String((await discussionOf(forum)).id)),
  },
  {
    action: 'rename a discussion',
    statuses: forModerators,
    permission: 'discussion.rename',
    send: async (client, forum) => changeDiscussion(client, (await discussionOf(forum)).id, { title }),
  },
  {
    action: 'hide a discussion',
    statuses: forModerators,
    permission: 'discussion.hide',
    send: async (client, forum) =>
      changeDiscussion(client, (await discussionOf(forum)).id, { isHidden: true }),
  },
  {
    action: 'delete a discussion',
    statuses: forAdministrators(204),
    permission: 'discussion.delete',
    send: async (client, forum) => client.delete(`/api/discussions/${(await discussionOf(forum)).id}`),
  },
  {
    action: 'edit a post',
    statuses: forModerators,
    permission: 'discussion.editPosts',
    send: async (client, forum) => changePost(client, await postOf(forum), { content: 'Changed' }),
  },
  {
    action: 'hide a post',
    statuses: forModerators,
    permission: 'discussion.hidePosts',
    send: async (client, forum) => changePost(client, await postOf(forum), { isHidden: true }),
  },
  {
    action: 'delete a post',
    statuses: forAdministrators(204),
    permission: 'discussion.deletePosts',
    send: async (client, forum) => client.delete(`/api/posts/${await postOf(forum)}`),
  },
  { action: 'list users', statuses: [403, 403, 200, 200, 200], send: (client) => client.get('/api/users') },
  {
    action: 'see a user',
    statuses: forEveryone,
    send: async (client, forum) => client.get(await userPath(forum)),
  },
  {
    action: 'rename a user',
    statuses: forAdministrators(200),
    permission: 'user.editCredentials',
    send: async (client, forum) => {
      const path = await userPath(forum)
      return client.patch(path, changed({ username: `other${path.replace(/\D/g, '')}` }))
    },
  },
  {
    action: 'change a user’s groups',
    statuses: forAdministrators(200),
    permission: 'user.editGroups',
    send: async (client, forum) => client.patch(await userPath(forum), changed({}, { groups: { data: [] } })),
  },
  {
    action: 'confirm a user’s address',
    statuses: forAdministrators(200),
    send: async (client, forum) => client.patch(await userPath(forum), changed({ isEmailConfirmed: true })),
  },
  {
    action: 'remove a user’s avatar',
    statuses: forAdministrators(200),
    permission: 'user.edit',
    send: async (client, forum) => client.delete(`${await userPath(forum)}/avatar`),
  },
  {
    action: 'delete a user',
    statuses: forAdministrators(204),
    permission: 'user.delete',
    send: async (client, forum) => client.delete(await userPath(forum)),
  },
  {
    action: 'make a group',
    statuses: [401, 403, 403, 403, 201],
    permission: 'createGroup',
    send: (client) => client.post('/api/groups', changed(groupNames)),
  },
  {
    action: 'change a group',
    statuses: forAdministrators(200),
    permission: 'group.edit',
    send: async (client, forum) =>
      client.patch(`/api/groups/${(await makeGroup(forum)).id}`, changed(groupNames)),
  },
  {
    action: 'delete a group',
    statuses: forAdministrators(204),
    permission: 'group.delete',
    send: async (client, forum) => client.delete(`/api/groups/${(await makeGroup(forum)).id}`),
  },
  {
    action: 'see a hidden group',
    statuses: [404, 404, 404, 404, 200],
    permission: 'viewHiddenGroups',
    send: async (client, forum) =>
      client.get(`/api/groups/${(await makeGroup(forum, { is_hidden: true })).id}`),
  },
  {
    action: 'make a developer token',
    statuses: [401, 403, 403, 403, 201],
    permission: 'createAccessToken',
    send: (client) => client.post('/api/access-tokens', changed({ title: 'My program' })),
  },
  {
    action: 'list tokens',
    statuses: [401, 200, 200, 200, 200],
    send: (client) => client.get('/api/access-tokens'),
  },
  {
    action: 'revoke another user’s token',
    statuses: [401, 404, 404, 404, 204],
    permission: 'moderateAccessTokens',
    send: async (client, forum) => client.delete(await tokenOf(forum)),
  },
  {
    action: 'change settings',
    statuses: forAdministrators(204),
    permission: 'administrate',
    send: (client) => client.post('/api/settings', { hello: 'world' }),
  },
  {
    action: 'change permissions',
    statuses: forAdministrators(204),
    permission: 'administrate',
    send: (client) => client.post('/api/permission', { permission: 'sing', groupIds: [members] }),
  },
  {
    action: 'clear the cache',
    statuses: forAdministrators(204),
    permission: 'administrate',
    send: (client) => client.delete('/api/cache'),
  },
  {
    action: 'toggle an unknown extension',
    statuses: forAdministrators(404),
    permission: 'administrate',
    send: (client) => client.patch('/api/extensions/none', { enabled: true }),
  },
]

async function clientsOf(forum: TestForum): Promise<Record<(typeof actors)[number], ApiClient>> {
  const guest = forum.browser()
  await guest.get('/api')
  return {
    guest,
    // Also assigned to the moderators, which has no effect before the address is confirmed.
    unconfirmed: await forum.as(await makeUser(forum, { is_email_confirmed: false, groupIds: [moderators] })),
    member: await forum.as(await makeUser(forum)),
    moderator: await forum.as(await makeUser(forum, { groupIds: [moderators] })),
    admin: await forum.as(admin),
  }
}

onBothDatabases((open) => {
  test('the table says who may do what in a new forum', async () => {
    const forum = await open()
    const clients = await clientsOf(forum)
    const found: Record<string, number[]> = {}
    for (const { action, send } of rows) {
      // The throttle requires a pause between two posts of one user.
      forum.clock.advance(15)
      found[action] = []
      for (const actor of actors) found[action].push((await send(clients[actor], forum)).status)
    }
    expect(found).toEqual(Object.fromEntries(rows.map(({ action, statuses }) => [action, statuses])))
    expect(forum.logged).toEqual([])
  })
})

describe('a permission granted to members', () => {
  test.each(rows.filter(({ permission }) => permission).map((row) => [row.action, row] as const))(
    'lets them %s, but not users with an unconfirmed address',
    async (_what, { permission = '', statuses, send }) => {
      const forum = await createTestForum()
      const [, forUnconfirmed, forMember, , forAdmin] = statuses
      const { member, unconfirmed } = await clientsOf(forum)
      expect((await send(member, forum)).status).toBe(forMember)
      await grant(forum, permission, [members])
      expect((await send(member, forum)).status).toBe(forAdmin)
      expect((await send(unconfirmed, forum)).status).toBe(forUnconfirmed)
      await grant(forum, permission, [])
      expect((await send(member, forum)).status).toBe(forMember)
    },
  )
})

describe('accounts of administrators', () => {
  test('cannot be changed by others, whatever permissions these hold', async () => {
    const forum = await createTestForum()
    for (const permission of ['user.edit', 'user.editCredentials', 'user.editGroups', 'user.delete']) {
      await grant(forum, permission, [members])
    }
    const member = await makeUser(forum)
    const client = await forum.as(member)
    const other = await makeUser(forum, { groupIds: [administrators] })
    const groups = (...ids: number[]) =>
      changed({}, { groups: { data: ids.map((id) => ({ type: 'groups', id: String(id) })) } })
    const refused = [
      client.patch('/api/users/1', changed({ username: 'taken-over' })),
      client.patch('/api/users/1', changed({ email: 'mine@machine.local' })),
      client.patch('/api/users/1', changed({ password: 'known to me' })),
      client.patch(`/api/users/${other.id}`, changed({ password: 'known to me' })),
      client.patch(`/api/users/${other.id}`, groups(moderators)),
      client.patch(`/api/users/${member.id}`, groups(administrators)),
      client.delete('/api/users/1'),
    ]
    for (const answer of refused) expect((await answer).status).toBe(403)
    const { body } = await client.get('/api/users/1')
    expect(body.data.attributes).toMatchObject({ username: 'admin', canEditCredentials: false })
  })
})
