import {
  admin,
  createTestForum,
  eachTestForum,
  grant,
  makeGroup,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { administrators, everyone, members, moderators } from '../../points/context/actor.ts'

const document = (attributes: object) => ({ data: { type: 'groups', attributes } })
const path = `/api/groups/${moderators}`
const names = { nameSingular: 'Helper', namePlural: 'Helpers' }

eachTestForum((open) => {
  test('B172 a group is made with the sent attributes', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const sent = { ...names, icon: 'fas fa-star', color: null }
    const { status, body } = await asAdmin.post('/api/groups', document(sent))
    expect(status).toBe(201)
    expect(body).toEqual({
      data: { type: 'groups', id: '5', attributes: { ...sent, isHidden: false, position: 5 } },
    })
    const { position: _, ...attributes } = body.data.attributes
    expect((await forum.guest().get('/api/groups/5')).body.data.attributes).toEqual(attributes)
    const hidden = await asAdmin.post('/api/groups', document({ ...names, color: '#00f', isHidden: 1 }))
    expect(hidden.body.data.attributes).toMatchObject({ color: '#00f', icon: null, isHidden: true })
    expect((await forum.guest().get('/api/groups/6')).status).toBe(404)
  })

  test('B173 members need the permission to make groups, guests get 401', async () => {
    const forum = await open()
    const member = await forum.as(await makeUser(forum))
    expect((await member.post('/api/groups', document(names))).status).toBe(403)
    const browser = forum.browser()
    await browser.get('/api')
    expect((await browser.post('/api/groups', document(names))).status).toBe(401)
    await grant(forum, 'createGroup', [members])
    const made = await member.post('/api/groups', document({ ...names, color: '#00f', isHidden: false }))
    expect(made.status).toBe(201)
  })

  test('names change both or not at all, and null changes nothing', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { id } = await makeGroup(forum, { name_singular: 'A', name_plural: 'As', color: '#111' })
    const change = async (attributes: object) => {
      const { status, body } = await asAdmin.patch(`/api/groups/${id}`, document(attributes))
      return { status, attributes: body.data.attributes }
    }
    const shown = { icon: null, isHidden: false, position: id }
    const before = { nameSingular: 'A', namePlural: 'As', color: '#111', ...shown }
    const unchanged = { status: 200, attributes: before }
    expect(await change({ nameSingular: 'B' })).toEqual(unchanged)
    expect(await change({ namePlural: 'Bs', nameSingular: null })).toEqual(unchanged)
    expect(await change({ color: null, icon: null, isHidden: null })).toEqual(unchanged)
    expect(await change({})).toEqual(unchanged)
    const icon = 'fas fa-x'
    const after = { nameSingular: 'B', namePlural: 'Bs', color: '', icon, isHidden: true, position: 1.5 }
    expect(await change(after)).toEqual({ status: 200, attributes: after })
    expect((await asAdmin.get(`/api/groups/${id}`)).body.data.attributes).toEqual(after)
  })

  test('groups stand at their position, which starts as the id, wherever they are listed', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { id } = await makeGroup(forum)
    const user = await makeUser(forum, { groupIds: [moderators, id] })
    const listed = async () => {
      const { body } = await asAdmin.get('/api')
      const { body: profile } = await asAdmin.get(`/api/users/${user.id}`)
      return [body, profile].map(({ data }) =>
        data.relationships?.groups?.data.map((group) => Number(group.id)),
      )
    }
    expect(await listed()).toEqual([
      [1, 2, 3, 4, id],
      [moderators, id],
    ])
    const moved = await asAdmin.patch(`/api/groups/${id}`, document({ position: 3.5 }))
    expect(moved.body.data.attributes.position).toBe(3.5)
    expect(await listed()).toEqual([
      [1, 2, 3, id, 4],
      [id, moderators],
    ])
    expect((await forum.guest().get(`/api/groups/${id}`)).body.data.attributes).not.toHaveProperty('position')
    for (const position of ['first', '1', true, {}]) {
      const refused = await asAdmin.patch(`/api/groups/${id}`, document({ position }))
      expect({ position, status: refused.status }).toEqual({ position, status: 422 })
    }
  })

  test('deleting a group deletes its memberships and permissions', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { id } = await makeGroup(forum)
    await makeUser(forum, { groupIds: [id, moderators] })
    await grant(forum, 'searchUsers', [id])
    const member = await makeUser(forum, { groupIds: [id] })
    const asMember = await forum.as(member)
    expect((await asMember.get('/api/users')).status).toBe(200)
    expect((await asAdmin.delete(`/api/groups/${id}`)).status).toBe(204)
    // The rows are not removed yet.
    expect((await asMember.get('/api/users')).status).toBe(403)
    expect((await asAdmin.get(`/api/groups/${id}`)).status).toBe(404)
    expect((await asAdmin.get(`/api/users?filter[group]=${id}`)).body.data).toEqual([])
    const shown = await asAdmin.get(`/api/users/${member.id}`)
    expect(shown.body.data.relationships?.groups?.data ?? []).toEqual([])
    const named = { permission: 'searchUsers', groupIds: [id] }
    expect((await asAdmin.post('/api/permission', named)).status).toBe(422)
    await forum.settled()
    const { read } = forum.current.database
    for (const table of ['group_user', 'group_permission'] as const) {
      const rows = await read.selectFrom(table).select('group_id').where('group_id', '=', id).execute()
      expect(rows, table).toEqual([])
    }
    expect((await asAdmin.delete(`/api/groups/${id}`)).status).toBe(404)
    expect((await asAdmin.delete(path)).status).toBe(204)
    expect((await forum.guest().get('/api/groups')).body.data.map((group) => group.id)).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  test('two deletions and a change at the same time leave no group', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { id } = await makeGroup(forum)
    const answers = await Promise.all([
      asAdmin.delete(`/api/groups/${id}`),
      asAdmin.patch(`/api/groups/${id}`, document({ color: '#222' })),
      asAdmin.delete(`/api/groups/${id}`),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.every((status) => [200, 204, 404].includes(status))).toBe(true)
    expect(forum.logged).toEqual([])
  })
})

describe('the groups that every forum has', () => {
  test('cannot be deleted, not even by administrators', async () => {
    const forum = await createTestForum()
    const asAdmin = await forum.as(admin)
    for (const id of [administrators, everyone, members]) {
      const { status, body } = await asAdmin.delete(`/api/groups/${id}`)
      expect({ status, code: body.errors[0]?.code }).toEqual({ status: 403, code: 'permission_denied' })
    }
    await grant(forum, 'group.delete', [moderators])
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    expect((await moderator.delete(`/api/groups/${administrators}`)).status).toBe(403)
    expect((await forum.guest().get('/api/groups')).body.data).toHaveLength(4)
  })
})

describe('bad groups are refused', () => {
  const long = 'x'.repeat(101)
  test.each<[what: string, attributes: unknown, pointers: string[]]>([
    ['no names', {}, ['name_singular', 'name_plural']],
    ['null names', { nameSingular: null, namePlural: null }, ['name_singular', 'name_plural']],
    ['blank names', { nameSingular: ' ', namePlural: '' }, ['name_singular', 'name_plural']],
    ['one name', { nameSingular: 'A' }, ['name_plural']],
    ['long names', { nameSingular: long, namePlural: long }, ['name_singular', 'name_plural']],
    ['a list as name', { nameSingular: ['A'], namePlural: 'As' }, ['name_singular']],
    ['a null character', { nameSingular: 'A\0', namePlural: 'As' }, ['name_singular']],
    ['a long colour', { ...names, color: 'x'.repeat(21) }, ['color']],
    ['a long icon', { ...names, icon: long }, ['icon']],
    ['an object as colour', { ...names, color: { a: 1 } }, ['color']],
  ])('%s', async (_what, attributes, expected) => {
    const forum = await createTestForum()
    const asAdmin = await forum.as(admin)
    const { status, body } = await asAdmin.post('/api/groups', document(attributes as object))
    expect(status).toBe(422)
    expect(body.errors.map(({ source }) => source?.pointer)).toEqual(
      expected.map((name) => `/data/attributes/${name}`),
    )
    expect((await asAdmin.get('/api/groups')).body.data).toHaveLength(4)
  })

  test('one invalid attribute rejects the whole change', async () => {
    const forum = await createTestForum()
    const asAdmin = await forum.as(admin)
    const { status } = await asAdmin.patch(path, document({ color: '#123', icon: 'x'.repeat(101) }))
    expect(status).toBe(422)
    expect((await asAdmin.get(path)).body.data.attributes.color).toBe('#80349E')
  })

  test('changes without the permission are 403, even empty ones; hidden groups are 404', async () => {
    const forum = await createTestForum()
    const hidden = await makeGroup(forum, { is_hidden: true })
    const member = await forum.as(await makeUser(forum))
    const browser = forum.browser()
    await browser.get('/api')
    for (const client of [member, browser]) {
      expect((await client.patch(path, document({}))).status).toBe(403)
      expect((await client.delete(path)).status).toBe(403)
      expect((await client.patch(`/api/groups/${hidden.id}`, document({}))).status).toBe(404)
      expect((await client.delete(`/api/groups/${hidden.id}`)).status).toBe(404)
    }
    await grant(forum, 'group.edit', [members])
    await grant(forum, 'group.delete', [members])
    expect((await member.patch(path, document({ color: '#123' }))).status).toBe(200)
    expect((await member.delete(`/api/groups/${hidden.id}`)).status).toBe(404)
    expect((await member.delete(path)).status).toBe(204)
  })
})

describe('hidden groups are visible with the permission only', () => {
  const everywhere = async (client: Awaited<ReturnType<TestForum['as']>>, id: number) => {
    const { body } = await client.get('/api')
    const ofForum = body.data.relationships?.groups?.data.map((group) => group.id) ?? []
    const user = await client.get('/api/users/2')
    const ofUser = user.body.data.relationships?.groups?.data.map((group) => group.id) ?? []
    const list = (await client.get('/api/groups?filter[hidden]=1')).body.data.map((group) => group.id)
    const one = (await client.get(`/api/groups/${id}`)).status
    return { ofForum, ofUser, list, one }
  }

  test('in the forum’s document, on profiles, in lists and by id', async () => {
    const forum = await createTestForum()
    const { id } = await makeGroup(forum, { is_hidden: true })
    await makeUser(forum, { groupIds: [moderators, id] })
    const member = await forum.as(await makeUser(forum))
    const withoutPermission = { ofForum: ['1', '2', '3', '4'], ofUser: ['4'], list: [], one: 404 }
    expect(await everywhere(forum.guest(), id)).toEqual(withoutPermission)
    expect(await everywhere(member, id)).toEqual(withoutPermission)
    await grant(forum, 'viewHiddenGroups', [members])
    const withPermission = { ofForum: ['1', '2', '3', '4', '5'], ofUser: ['4', '5'], list: ['5'], one: 200 }
    expect(await everywhere(member, id)).toEqual(withPermission)
    expect(await everywhere(await forum.as(admin), id)).toEqual(withPermission)
  })
})
