import { admin, createTestForum, eachTestForum, makeGroup } from '@parley/testing'
import { expect, test } from 'vitest'
import { administrators, everyone, members, moderators } from '../../points/context/actor.ts'

eachTestForum((open) => {
  test('B158 a guest sees the groups that every forum has, in order', async () => {
    const forum = await open()
    await makeGroup(forum, { is_hidden: true })
    const { status, body } = await forum.guest().get('/api/groups')
    expect({ status, ids: body.data.map(({ id }) => id) }).toEqual({ status: 200, ids: ['1', '2', '3', '4'] })
    expect(body.data[0]?.attributes).toEqual({
      nameSingular: 'Admin',
      namePlural: 'Admins',
      color: '#B72A2A',
      icon: 'fas fa-wrench',
      isHidden: false,
    })
    expect(body.links).toEqual({ first: 'http://localhost/api/groups' })
  })

  test('B160 B161 B163 filter[hidden] finds hidden groups, for actors who see them', async () => {
    const forum = await open()
    const hidden = await makeGroup(forum, { is_hidden: true })
    const asAdmin = await forum.as(admin)
    const ids = async (client: typeof asAdmin, query: string) =>
      (await client.get(`/api/groups?${query}`)).body.data.map(({ id }) => Number(id))
    expect(await ids(asAdmin, 'filter[hidden]=1')).toEqual([hidden.id])
    expect(await ids(asAdmin, 'filter[hidden]=0')).toEqual([administrators, everyone, members, moderators])
    expect(await ids(asAdmin, 'filter[-hidden]=0')).toEqual([hidden.id])
    expect(await ids(forum.guest(), 'filter[hidden]=1')).toEqual([])
  })

  test('B164 all groups are on one page unless a limit is requested', async () => {
    const forum = await open()
    const { body } = await forum.guest().get('/api/groups?page[limit]=2&page[offset]=2')
    expect(body.data.map(({ id }) => id)).toEqual(['3', '4'])
    const rest = await forum.guest().get('/api/groups?page[offset]=3')
    expect(rest.body.data.map(({ id }) => id)).toEqual(['4'])
  })
})

test('B166 groups are sorted by their stored names', async () => {
  const forum = await createTestForum()
  const { body } = await (await forum.as(admin)).get('/api/groups?sort=-nameSingular')
  expect(body.data.map(({ id }) => id)).toEqual(['4', '3', '2', '1'])
})

test('B167 B169 B170 a hidden group is answered with the permission only', async () => {
  const forum = await createTestForum()
  const hidden = await makeGroup(forum, { is_hidden: true })
  const asAdmin = await forum.as(admin)
  expect((await forum.guest().get('/api/groups/1')).status).toBe(200)
  expect((await asAdmin.get(`/api/groups/${hidden.id}`)).status).toBe(200)
  expect((await forum.guest().get(`/api/groups/${hidden.id}`)).status).toBe(404)
  expect((await asAdmin.get('/api/groups/99')).status).toBe(404)
  expect((await asAdmin.get('/api/groups?include=users')).status).toBe(400)
})

test('B425 names of built-in groups are translated, others are not', async () => {
  const forum = await createTestForum()
  await makeGroup(forum, { name_singular: 'MOD', name_plural: 'Gardeners' })
  const { body } = await forum.guest().get('/api/groups/5')
  expect(body.data.attributes).toMatchObject({ nameSingular: 'Mod', namePlural: 'Gardeners' })
})
