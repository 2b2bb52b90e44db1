import {
  admin,
  createTestForum,
  eachTestForum,
  grant,
  makeGroup,
  makeUser,
  setSettings,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { administrators, everyone, moderators } from '../../points/context/actor.ts'

eachTestForum((open) => {
  test('B217 B218 B221 profiles are found by id and by name, ignoring case', async () => {
    const forum = await open()
    await makeUser(forum, { username: 'Normal' })
    for (const path of ['/api/users/2', '/api/users/Normal?bySlug=true', '/api/users/nORMAL?bySlug=1']) {
      const { status, body } = await forum.guest().get(path)
      expect({ status, id: body.data.id }).toEqual({ status: 200, id: '2' })
    }
    expect((await forum.guest().get('/api/users/2?bySlug=1')).status).toBe(404)
  })

  test('B197 users are filtered by group, hidden groups only for those who see them', async () => {
    const forum = await open()
    const hidden = await makeGroup(forum, { is_hidden: true })
    const user = await makeUser(forum, { groupIds: [hidden.id, moderators] })
    const ids = async (client: Awaited<ReturnType<typeof forum.as>>, group: string) =>
      (await client.get(`/api/users?filter[group]=${group}`)).body.data.map(({ id }) => Number(id))
    const [asAdmin, asUser] = [await forum.as(admin), await forum.as(user)]
    expect(await ids(asAdmin, `${administrators}`)).toEqual([admin.id])
    expect(await ids(asAdmin, `${hidden.id}`)).toEqual([user.id])
    expect(await ids(asUser, `${hidden.id}`)).toEqual([])
    expect(await ids(asUser, 'mod')).toEqual([user.id])
    expect(await ids(asUser, `MODS,${administrators}`)).toEqual([admin.id, user.id])
    expect(await ids(asUser, `${everyone}`)).toEqual([])
  })
})

describe('profiles', () => {
  test('B220 without viewForum users see only themselves', async () => {
    const forum = await createTestForum()
    await grant(forum, 'viewForum', [])
    const user = await makeUser(forum)
    const client = await forum.as(user)
    expect((await client.get(`/api/users/${user.id}`)).status).toBe(200)
    expect((await client.get('/api/users/1')).status).toBe(404)
    expect((await forum.guest().get('/api/users/1')).status).toBe(404)
    expect((await forum.guest().get('/api/users/admin?bySlug=true')).status).toBe(404)
  })

  test('B223 are answered without the permission searchUsers', async () => {
    const forum = await createTestForum()
    await grant(forum, 'searchUsers', [])
    const client = await forum.as(await makeUser(forum))
    expect((await client.get('/api/users/admin?bySlug=true')).status).toBe(200)
  })

  test.each(['1x', 'x', '-1', '1.5', '99999999999999999999', "1'--", '%00', '0'])(
    'id %s is 404',
    async (id) => {
      const forum = await createTestForum()
      expect((await forum.guest().get(`/api/users/${id}`)).status).toBe(404)
    },
  )

  test('B106 groups are included, hidden ones with the permission only', async () => {
    const forum = await createTestForum()
    const hidden = await makeGroup(forum, { is_hidden: true })
    const user = await makeUser(forum, { groupIds: [moderators, hidden.id] })
    const groups = async (client: Awaited<ReturnType<typeof forum.as>>) =>
      (await client.get(`/api/users/${user.id}`)).body.data.relationships?.groups?.data.map(({ id }) => id)
    expect(await groups(forum.guest())).toEqual([String(moderators)])
    expect(await groups(await forum.as(admin))).toEqual([String(moderators), String(hidden.id)])
  })

  test('the address is visible to its owner and to actors who may change it', async () => {
    const forum = await createTestForum()
    const [user, other] = [await makeUser(forum), await makeUser(forum)]
    const email = async (client: Awaited<ReturnType<typeof forum.as>>) =>
      (await client.get(`/api/users/${user.id}`)).body.data.attributes.email
    expect(await email(forum.guest())).toBeUndefined()
    expect(await email(await forum.as(other))).toBeUndefined()
    expect(await email(await forum.as(user))).toBe(user.email)
    expect(await email(await forum.as(admin))).toBe(user.email)
  })

  test('the last visit is hidden if its owner’s preference says so', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum, {
      last_seen_at: '2023-01-01T00:00:00.000Z',
      preferences: '{"discloseOnline":false}',
    })
    const seen = async (client: Awaited<ReturnType<typeof forum.as>>) =>
      (await client.get(`/api/users/${user.id}`)).body.data.attributes.lastSeenAt
    expect(await seen(forum.guest())).toBeUndefined()
    expect(await seen(await forum.as(await makeUser(forum, { groupIds: [moderators] })))).toBe(
      '2023-01-01T00:00:00+00:00',
    )
  })

  test('moderators may not change an administrator’s credentials', async () => {
    const forum = await createTestForum()
    await grant(forum, 'user.editCredentials', [moderators])
    const client = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const other = await makeUser(forum)
    expect((await client.get('/api/users/1')).body.data.attributes.canEditCredentials).toBe(false)
    expect((await client.get(`/api/users/${other.id}`)).body.data.attributes.canEditCredentials).toBe(true)
  })
})

test('B295 with the id driver the slug is the id, and names are not slugs', async () => {
  const forum = await createTestForum()
  await setSettings(forum, { 'slug_driver_Flarum\\User\\User': 'id' })
  expect((await forum.guest().get('/api/users/1')).body.data.attributes.slug).toBe('1')
  expect((await forum.guest().get('/api/users/1?bySlug=1')).status).toBe(200)
  expect((await forum.guest().get('/api/users/admin?bySlug=1')).status).toBe(404)
})

describe('the list of users', () => {
  test('B193 B194 requires searchUsers, and is sorted by id', async () => {
    const forum = await createTestForum()
    await makeUser(forum)
    expect((await forum.guest().get('/api/users')).body.errors[0]?.code).toBe('permission_denied')
    await grant(forum, 'searchUsers', [everyone])
    const { status, body } = await forum.guest().get('/api/users')
    expect({ status, ids: body.data.map(({ id }) => id) }).toEqual({ status: 200, ids: ['1', '2'] })
  })

  test('B196 sorting by the last visit requires the permission to see it', async () => {
    const forum = await createTestForum()
    const asMember = await forum.as(await makeUser(forum))
    expect((await asMember.get('/api/users?sort=lastSeenAt')).body.errors[0]?.code).toBe('invalid_parameter')
    expect((await (await forum.as(admin)).get('/api/users?sort=-lastSeenAt')).status).toBe(200)
    expect((await asMember.get('/api/users?sort=-commentCount,username')).status).toBe(200)
  })

  test('B199 B200 the filter by address requires user.edit, else it is ignored', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum)
    const ids = async (client: Awaited<ReturnType<typeof forum.as>>, key: string) =>
      (await client.get(`/api/users?filter[${key}]=Admin@machine.local`)).body.data.map(({ id }) => id)
    expect(await ids(await forum.as(admin), 'email')).toEqual(['1'])
    expect(await ids(await forum.as(admin), '-email')).toEqual(['2'])
    expect(await ids(await forum.as(user), 'email')).toEqual(['1', '2'])
  })
})
