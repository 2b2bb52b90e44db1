import { join } from 'node:path'
import {
  type ApiClient,
  admin,
  createTestForum,
  makeUser,
  onBothDatabases,
  readExtension,
  setSettings,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import '../tables.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const path = '/api/fof/terms/policies'

const body = (attributes: object) => ({ data: { type: 'fof-terms-policies', attributes } })
const create = (client: ApiClient, attributes: object) => client.post(path, body(attributes))

onBothDatabases((open) => {
  test('administrators create, change, arrange and delete policies, which the forum has in their order', async () => {
    const forum = await open({ extensions: [extension] })
    const client = await forum.as(admin)
    const first = await create(client, { name: 'Terms' })
    expect([first.status, first.body.data.attributes]).toEqual([
      201,
      {
        ...{ sort: 0, name: 'Terms', url: null, update_message: null, terms_updated_at: null },
        ...{ optional: false, additional_info: '{}', stored_terms_updated_at: null },
      },
    ])
    const second = await create(client, { name: 'Cookies', url: 'https://a.example/b', optional: true })
    const ids = [first, second].map(({ body: { data } }) => data.id)
    const changed = await client.patch(`${path}/${ids[0]}`, body({ terms_updated_at: '2023-05-01' }))
    expect([changed.status, changed.body.data.attributes]).toMatchObject([
      201,
      { name: 'Terms', terms_updated_at: '2023-05-01T00:00:00+00:00' },
    ])
    const ordered = await client.post(`${path}/order`, { sort: ids.toReversed().map(Number) })
    expect([ordered.status, (ordered.body.data as unknown as { id: string }[]).map(({ id }) => id)]).toEqual([
      200,
      ids.toReversed(),
    ])
    const shown = async () => {
      const { data, included = [] } = (await forum.guest().get('/api')).body
      const policies = included.filter(({ type }) => type === 'fof-terms-policies')
      return [data.relationships?.fofTermsPolicies?.data, policies.map(({ attributes }) => attributes?.name)]
    }
    const identifiers = ids.toReversed().map((id) => ({ type: 'fof-terms-policies', id }))
    expect(await shown()).toEqual([identifiers, ['Cookies', 'Terms']])
    expect((await client.delete(`${path}/${ids[1]}`)).status).toBe(204)
    expect(await shown()).toEqual([identifiers.slice(1), ['Terms']])
    await forum.settled()
    expect(
      await forum.current.database.read.selectFrom('fof_terms_policies').selectAll().execute(),
    ).toHaveLength(1)
  })
})

test('null for a flag counts as not sent, and a clock that is a little ahead means now', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const { status, body: answer } = await create(await forum.as(admin), {
    ...{ name: 'Terms', optional: null },
    terms_updated_at: '2024-01-01T00:01:00Z',
  })
  expect([status, answer.data.attributes]).toMatchObject([
    201,
    { optional: false, terms_updated_at: '2024-01-01T00:00:00+00:00' },
  ])
})

test('the date of the terms is hidden from all but administrators, where the forum wants that', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const client = await forum.as(admin)
  await create(client, { name: 'Terms', terms_updated_at: '2023-05-01' })
  await setSettings(forum, { 'fof-terms.hide-updated-at': '1' })
  const shown = async (by: ApiClient) =>
    (await by.get('/api')).body.included?.find(({ type }) => type === 'fof-terms-policies')?.attributes
  expect(await shown(forum.guest())).toEqual({
    ...{ sort: 0, name: 'Terms', url: null, update_message: null, terms_updated_at: null },
    ...{ optional: false, additional_info: '{}' },
  })
  expect(await shown(client)).toMatchObject({
    terms_updated_at: null,
    stored_terms_updated_at: '2023-05-01T00:00:00+00:00',
  })
})

describe('refused is', () => {
  test.each<[what: string, attributes: object, pointer: string]>([
    ['a policy without a name', {}, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name that is no text', { name: [] }, 'name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['an address that runs', { name: 'x', url: 'javascript:alert(1)' }, 'url'],
    ['an address without a host', { name: 'x', url: 'https://' }, 'url'],
    ['a date of the future', { name: 'x', terms_updated_at: '2030-01-01' }, 'terms_updated_at'],
    ['what is no date', { name: 'x', terms_updated_at: 'yesterday' }, 'terms_updated_at'],
    ['a message that is no text', { name: 'x', update_message: {} }, 'update_message'],
    ['a half-way choice', { name: 'x', optional: 'perhaps' }, 'optional'],
  ])('%s', async (_what, attributes, pointer) => {
    const forum = await createTestForum({ extensions: [extension] })
    const { status, body: answer } = await create(await forum.as(admin), attributes)
    expect([status, answer.errors.map(({ source }) => source?.pointer)]).toEqual([
      422,
      [`/data/attributes/${pointer}`],
    ])
    // A message is written for people: it is no key.
    expect(answer.errors[0]?.detail).toMatch(/ .*\.$/)
    expect(forum.current.tables.get('fof_terms_policies').all).toEqual([])
  })

  test('an order without all policies, or with others', async () => {
    const forum = await createTestForum({ extensions: [extension] })
    const client = await forum.as(admin)
    const ids: number[] = []
    for (const name of ['a', 'b']) ids.push(Number((await create(client, { name })).body.data.id))
    for (const sort of [
      undefined,
      null,
      'x',
      [],
      [ids[0]],
      [...ids, 99],
      [ids[0], ids[0]],
      [{}],
      ids.map(String).concat('x'),
    ]) {
      const { status, body: answer } = await client.post(`${path}/order`, { sort })
      expect([sort, status, answer.errors[0]?.source]).toEqual([
        sort,
        422,
        { pointer: '/data/attributes/sort' },
      ])
    }
  })

  test('anyone but an administrator, and an unknown policy', async () => {
    const forum = await createTestForum({ extensions: [extension] })
    const client = await forum.as(admin)
    const { id } = (await create(client, { name: 'Terms', optional: true })).body.data
    const guest = forum.browser()
    await guest.get('/api')
    for (const other of [guest, await forum.as(await makeUser(forum))]) {
      const statuses = [
        await other.get(path),
        await create(other, { name: 'x' }),
        await other.patch(`${path}/${id}`, body({ name: 'x' })),
        await other.delete(`${path}/${id}`),
        await other.post(`${path}/order`, { sort: [Number(id)] }),
        await other.get(`${path}/${id}/export.json`),
        await other.get(`${path}/${id}/export.csv`),
      ].map(({ status }) => status)
      expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 403])
    }
    for (const unknown of ['99', 'x', '0'])
      expect([
        (await client.patch(`${path}/${unknown}`, body({ name: 'x' }))).status,
        (await client.delete(`${path}/${unknown}`)).status,
        (await client.post(`${path}/${unknown}/accept`)).status,
        (await client.get(`${path}/${unknown}/export.csv`)).status,
      ]).toEqual([404, 404, 404, 404])
    expect((await client.get(`${path}/${id}/export.xml`)).status).toBe(404)
  })
})
