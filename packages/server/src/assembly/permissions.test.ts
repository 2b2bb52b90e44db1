import {
  type ApiClient,
  type ApiResponse,
  admin,
  changeDiscussion,
  changePost,
  createTestForum,
  eachTestForum,
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { createAccessToken } from '../features/access-tokens/tokens.ts'

const actors = ['guest', 'unconfirmed', 'member', 'moderator', 'admin'] as const

type Statuses = readonly [
  guest: number,
  unconfirmed: number,
  member: number,
  moderator: number,
  admin: number,
]

interface Row {
  what: string
  statuses: Statuses
  /** What lets a member do it, who may not otherwise. */
  permission?: string
  send(client: ApiClient, forum: TestForum): Promise<ApiResponse>
}

const title = 'About gardens'
const everybody: Statuses = [200, 200, 200, 200, 200]
const confirmed: Statuses = [403, 403, 201, 201, 201]
const moderators: Statuses = [403, 403, 403, 200, 200]
const administrators = (done: number): Statuses => [403, 403, 403, 403, done]

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
    what: 'read a discussion',
    statuses: everybody,
    send: async (client, forum) => client.get(`/api/discussions/${(await discussionOf(forum)).id}`),
  },
  {
    what: 'start a discussion',
    statuses: confirmed,
    send: (client) => startDiscussion(client, { title, content: 'Hello' }),
  },
  {
    what: 'reply',
    statuses: confirmed,
    send: async (client, forum) => replyTo(client, String((await discussionOf(forum)).id)),
  },
  {
    what: 'rename a discussion',
    statuses: moderators,
    permission: 'discussion.rename',
    send: async (client, forum) => changeDiscussion(client, (await discussionOf(forum)).id, { title }),
  },
  {
    what: 'hide a discussion',
    statuses: moderators,
    permission: 'discussion.hide',
    send: async (client, forum) =>
      changeDiscussion(client, (await discussionOf(forum)).id, { isHidden: true }),
  },
  {
    what: 'delete a discussion',
    statuses: administrators(204),
    permission: 'discussion.delete',
    send: async (client, forum) => client.delete(`/api/discussions/${(await discussionOf(forum)).id}`),
  },
  {
    what: 'edit a post',
    statuses: moderators,
    permission: 'discussion.editPosts',
    send: async (client, forum) => changePost(client, await postOf(forum), { content: 'Changed' }),
  },
  {
    what: 'hide a post',
    statuses: moderators,
    permission: 'discussion.hidePosts',
    send: async (client, forum) => changePost(client, await postOf(forum), { isHidden: true }),
  },
  {
    what: 'delete a post',
    statuses: administrators(204),
    permission: 'discussion.deletePosts',
    send: async (client, forum) => client.delete(`/api/posts/${await postOf(forum)}`),
  },
  { what: 'list users', statuses: [403, 403, 200, 200, 200], send: (client) => client.get('/api/users') },
  {
    what: 'see a user',
    statuses: everybody,
    send: async (client, forum) => client.get(await userPath(forum)),
  },
  {
    what: 'rename a user',
    statuses: administrators(200),
    permission: 'user.editCredentials',
    send: async (client, forum) => {
      const path = await userPath(forum)
      return client.patch(path, changed({ username: `other${path.replace(/\D/g, '')}` }))
    },
  },
  {
    what: 'change a user’s groups',
    statuses: administrators(200),
    permission: 'user.editGroups',
    send: async (client, forum) =>
      client.patch(await userPath(forum), changed({}, { groups: { data: [{ type: 'groups', id: '4' }] } })),
  },
  {
    what: 'confirm a user’s address',
    statuses: administrators(200),
    send: async (client, forum) => client.patch(await userPath(forum), changed({ isEmailConfirmed: true })),
  },
  {
    what: 'remove a user’s avatar',
    statuses: administrators(200),
    permission: 'user.edit',
    send: async (client, forum) => client.delete(`${await userPath(forum)}/avatar`),
  },
  {
    what: 'delete a user',
    statuses: administrators(204),
    permission: 'user.delete',
    send: async (client, forum) => client.delete(await userPath(forum)),
  },
  {
    what: 'make a group',
    statuses: [401, 403, 403, 403, 201],
    permission: 'createGroup',
    send: (client) => client.post('/api/groups', changed(groupNames)),
  },
  {
    what: 'change a group',
    statuses: administrators(200),
    permission: 'group.edit',
    send: async (client, forum) =>
      client.patch(`/api/groups/${(await makeGroup(forum)).id}`, changed(groupNames)),
  },
  {
    what: 'delete a group',
    statuses: administrators(204),
    permission: 'group.delete',
    send: async (client, forum) => client.delete(`/api/groups/${(await makeGroup(forum)).id}`),
  },
  {
    what: 'see a hidden group',
    statuses: [404, 404, 404, 404, 200],
    permission: 'viewHiddenGroups',
    send: async (client, forum) =>
      client.get(`/api/groups/${(await makeGroup(forum, { is_hidden: true })).id}`),
  },
  {
    what: 'make a developer token',
    statuses: [401, 403, 403, 403, 201],
    permission: 'createAccessToken',
    send: (client) => client.post('/api/access-tokens', changed({ title: 'My program' })),
  },
  {
    what: 'list tokens',
    statuses: [401, 200, 200, 200, 200],
    send: (client) => client.get('/api/access-tokens'),
  },
  {
    what: 'revoke somebody’s token',
    statuses: [401, 404, 404, 404, 204],
    permission: 'moderateAccessTokens',
    send: async (client, forum) => client.delete(await tokenOf(forum)),
  },
  {
    what: 'change settings',
    statuses: administrators(204),
    permission: 'administrate',
    send: (client) => client.post('/api/settings', { hello: 'world' }),
  },
  {
    what: 'change permissions',
    statuses: administrators(204),
    permission: 'administrate',
    send: (client) => client.post('/api/permission', { permission: 'sing', groupIds: [3] }),
  },
  {
    what: 'clear the cache',
    statuses: administrators(204),
    permission: 'administrate',
    send: (client) => client.delete('/api/cache'),
  },
  {
    what: 'toggle an extension that is not there',
    statuses: administrators(404),
    permission: 'administrate',
    send: (client) => client.patch('/api/extensions/none', { enabled: true }),
  },
]

async function clientsOf(forum: TestForum): Promise<Record<(typeof actors)[number], ApiClient>> {
  const guest = forum.browser()
  await guest.get('/api')
  return {
    guest,
    // Of the moderators, too: that counts for nothing before the address is confirmed.
    unconfirmed: await forum.as(await makeUser(forum, { is_email_confirmed: false, groupIds: [4] })),
    member: await forum.as(await makeUser(forum)),
    moderator: await forum.as(await makeUser(forum, { groupIds: [4] })),
    admin: await forum.as(admin),
  }
}

eachTestForum((open) => {
  test('who may do what in a new forum', async () => {
    const forum = await open()
    const clients = await clientsOf(forum)
    const found: Record<string, number[]> = {}
    for (const { what, send } of rows) {
      // Nobody posts twice within the time that has to lie between.
      forum.clock.advance(15)
      found[what] = []
      for (const actor of actors) found[what].push((await send(clients[actor], forum)).status)
    }
    expect(found).toEqual(Object.fromEntries(rows.map(({ what, statuses }) => [what, statuses])))
    expect(forum.logged).toEqual([])
  })
})

describe('a permission that members are given', () => {
  test.each(rows.filter(({ permission }) => permission).map((row) => [row.what, row] as const))(
    'lets them %s, and those with an unconfirmed address not',
    async (_what, { permission = '', statuses, send }) => {
      const forum = await createTestForum()
      const { member, unconfirmed } = await clientsOf(forum)
      expect((await send(member, forum)).status).toBe(statuses[2])
      await grant(forum, permission, [3])
      expect((await send(member, forum)).status).toBe(statuses[4])
      expect((await send(unconfirmed, forum)).status).toBe(statuses[1])
      await grant(forum, permission, [])
      expect((await send(member, forum)).status).toBe(statuses[2])
    },
  )
})

describe('administrators are out of reach for others', () => {
  test('whatever those are given', async () => {
    const forum = await createTestForum()
    for (const permission of ['user.edit', 'user.editCredentials', 'user.editGroups', 'user.delete']) {
      await grant(forum, permission, [3])
    }
    const member = await makeUser(forum)
    const client = await forum.as(member)
    const other = await makeUser(forum, { groupIds: [1] })
    const groups = (...ids: number[]) =>
      changed({}, { groups: { data: ids.map((id) => ({ type: 'groups', id: String(id) })) } })
    const refused = [
      client.patch('/api/users/1', changed({ username: 'taken-over' })),
      client.patch('/api/users/1', changed({ email: 'mine@machine.local' })),
      client.patch('/api/users/1', changed({ password: 'known to me' })),
      client.patch(`/api/users/${other.id}`, changed({ password: 'known to me' })),
      client.patch(`/api/users/${other.id}`, groups(4)),
      client.patch(`/api/users/${member.id}`, groups(1)),
      client.delete('/api/users/1'),
    ]
    for (const answer of refused) expect((await answer).status).toBe(403)
    const { body } = await client.get('/api/users/1')
    expect(body.data.attributes).toMatchObject({ username: 'admin', canEditCredentials: false })
  })
})
