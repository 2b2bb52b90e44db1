import { admin, createTestForum, eachTestForum, makeGroup } from '@parley/testing'
import { expect, test } from 'vitest'

eachTestForum((open) => {
  test('B158 a guest sees the groups that every forum has, in order', async () => {
    const forum = await open()
    await makeGroup(forum, { is_hidden: true })
    const { status, body } = await forum.guest().get('/api/groups')
    expect([status, body.data.map(({ id }) => id)]).toEqual([200, ['1', '2', '3', '4']])
    expect(body.data[0]?.attributes).toEqual({
      nameSingular: 'Admin',
      namePlural: 'Admins',
      color: '#B72A2A',
      icon: 'fas fa-wrench',
      isHidden: false,
    })
    expect(body.links).toEqual({ first: 'http://localhost/api/groups' })
  })

  test('B160 B161 B163 hidden groups are filtered for those who see them', async () => {
    const forum = await open()
    const hidden = await makeGroup(forum, { is_hidden: true })
    const asAdmin = await forum.as(admin)
    const ids = async (client: typeof asAdmin, query: string) =>
      (await client.get(`/api/groups?${query}`)).body.data.map(({ id }) => Number(id))
    expect(await ids(asAdmin, 'filter[hidden]=1')).toEqual([hidden.id])
    expect(await ids(asAdmin, 'filter[hidden]=0')).toEqual([1, 2, 3, 4])
    expect(await ids(asAdmin, 'filter[-hidden]=0')).toEqual([hidden.id])
    expect(await ids(forum.guest(), 'filter[hidden]=1')).toEqual([])
  })

  test('B164 pages are cut only when asked for', async () => {
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

test('B167 B169 B170 one group is shown to those who see it', async () => {
  const forum = await createTestForum()
  const hidden = await makeGroup(forum, { is_hidden: true })
  const asAdmin = await forum.as(admin)
  expect((await forum.guest().get('/api/groups/1')).status).toBe(200)
  expect((await asAdmin.get(`/api/groups/${hidden.id}`)).status).toBe(200)
  expect((await forum.guest().get(`/api/groups/${hidden.id}`)).status).toBe(404)
  expect((await asAdmin.get('/api/groups/99')).status).toBe(404)
  expect((await asAdmin.get('/api/groups?include=users')).status).toBe(400)
})

test('B425 names of groups that the forum came with are translated, others stay', async () => {
  const forum = await createTestForum()
  await makeGroup(forum, { name_singular: 'MOD', name_plural: 'Gardeners' })
  const { body } = await forum.guest().get('/api/groups/5')
  expect(body.data.attributes).toMatchObject({ nameSingular: 'Mod', namePlural: 'Gardeners' })
})
