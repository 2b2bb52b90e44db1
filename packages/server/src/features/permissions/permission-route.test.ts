import { admin, createTestForum, eachTestForum, makeGroup, makeUser, type TestForum } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { administrators, everyone, members, moderators } from '../../points/context/actor.ts'
import '../groups/table.ts'

async function holders(forum: TestForum, permission: string): Promise<number[]> {
  const rows = await forum.current.database.read
    .selectFrom('group_permission')
    .select('group_id')
    .where('permission', '=', permission)
    .orderBy('group_id')
    .execute()
  return rows.map(({ group_id }) => group_id)
}

eachTestForum((open) => {
  test('B424 exactly the sent groups hold a permission, at once', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const set = (permission: string, groupIds: unknown) =>
      asAdmin.post('/api/permission', { permission, groupIds })
    const searches = async () => (await forum.guest().get('/api')).body.data.attributes.canSearchUsers
    expect(await searches()).toBe(false)
    expect((await set('searchUsers', [String(everyone), moderators, moderators])).status).toBe(204)
    expect({ holders: await holders(forum, 'searchUsers'), guestSearches: await searches() }).toEqual({
      holders: [everyone, moderators],
      guestSearches: true,
    })
    expect((await set('searchUsers', [])).status).toBe(204)
    expect({ holders: await holders(forum, 'searchUsers'), guestSearches: await searches() }).toEqual({
      holders: [],
      guestSearches: false,
    })
    expect((await asAdmin.get('/api/users')).status).toBe(200)
  })

  test('a group that does not exist changes nothing', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const body = { permission: 'searchUsers', groupIds: [everyone, 99] }
    const answer = await asAdmin.post('/api/permission', body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ source: { pointer: '/data/attributes/groupIds' } }),
    ])
    expect(await holders(forum, 'searchUsers')).toEqual([members])
  })

  test('a group that is deleted at the same moment leaves no row', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { id } = await makeGroup(forum)
    const [set, deleted] = await Promise.all([
      asAdmin.post('/api/permission', { permission: 'searchUsers', groupIds: [id, members] }),
      asAdmin.delete(`/api/groups/${id}`),
    ])
    expect(deleted.status).toBe(204)
    expect([204, 422]).toContain(set.status)
    expect(await holders(forum, 'searchUsers')).toEqual([members])
    expect(forum.logged).toEqual([])
  })
})

describe('POST /api/permission', () => {
  test('administrators hold every permission implicitly', async () => {
    const forum = await createTestForum()
    const asAdmin = await forum.as(admin)
    await asAdmin.post('/api/permission', {
      permission: 'discussion.delete',
      groupIds: [administrators, moderators],
    })
    expect(await holders(forum, 'discussion.delete')).toEqual([moderators])
  })

  test.each<[what: string, body: object, pointer: string]>([
    ['no permission', { groupIds: [members] }, 'permission'],
    ['an empty one', { permission: '', groupIds: [members] }, 'permission'],
    ['a list as permission', { permission: ['a'], groupIds: [members] }, 'permission'],
    ['a name with a space', { permission: 'a b', groupIds: [members] }, 'permission'],
    ['a name that is too long', { permission: 'p'.repeat(101), groupIds: [members] }, 'permission'],
    ['no groups', { permission: 'searchUsers' }, 'groupIds'],
    ['null', { permission: 'searchUsers', groupIds: null }, 'groupIds'],
    ['a single group', { permission: 'searchUsers', groupIds: members }, 'groupIds'],
    ['an object', { permission: 'searchUsers', groupIds: { 0: members } }, 'groupIds'],
    ['names', { permission: 'searchUsers', groupIds: ['Mods'] }, 'groupIds'],
    ['fractions', { permission: 'searchUsers', groupIds: [2.5] }, 'groupIds'],
    ['huge ids', { permission: 'searchUsers', groupIds: ['9007199254740993'] }, 'groupIds'],
    ['negative ids', { permission: 'searchUsers', groupIds: [-members] }, 'groupIds'],
  ])('refuses %s', async (_what, body, name) => {
    const forum = await createTestForum()
    const answer = await (await forum.as(admin)).post('/api/permission', body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ source }) => source?.pointer)).toEqual([`/data/attributes/${name}`])
    expect(await holders(forum, 'searchUsers')).toEqual([members])
    expect(forum.logged).toEqual([])
  })

  test('is for administrators', async () => {
    const forum = await createTestForum()
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const body = { permission: 'administrate', groupIds: [moderators] }
    expect((await moderator.post('/api/permission', body)).status).toBe(403)
    expect(await holders(forum, 'administrate')).toEqual([])
  })
})
