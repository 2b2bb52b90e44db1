import { join } from 'node:path'
import { moderators } from '@parley/server/actor'
import {
  type ApiClient,
  admin,
  createTestForum,
  grant,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  planOf,
  readExtension,
  startDiscussion,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import '../tables.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const path = '/api/fof/terms/policies'

async function makePolicy(forum: TestForum, attributes: object): Promise<string> {
  const { status, body } = await (await forum.as(admin)).post(path, { data: { attributes } })
  expect(status).toBe(201)
  return body.data.id
}

const change = async (forum: TestForum, id: string, attributes: object) =>
  expect((await (await forum.as(admin)).patch(`${path}/${id}`, { data: { attributes } })).status).toBe(201)

const stateFor = async (client: ApiClient, userId: number) =>
  (await client.get(`/api/users/${userId}`)).body.data.attributes as Record<string, unknown>

const start = async (client: ApiClient) => {
  const { status } = await startDiscussion(client, { title: 'Hello', content: 'x' })
  return status
}

onBothDatabases((open) => {
  test('a policy binds every member from the moment it exists, until it is accepted', async () => {
    const forum = await open({ extensions: [extension] })
    const user = await makeUser(forum)
    const client = await forum.as(user)
    expect(await start(client)).toBe(201)
    const id = await makePolicy(forum, { name: 'Terms' })
    forum.clock.advance(60)
    expect(await start(client)).toBe(403)
    expect(await stateFor(client, user.id)).toMatchObject({
      fofTermsPoliciesState: {
        [id]: { accepted_at: null, has_update: true, must_accept: true, is_accepted: false },
      },
      fofTermsPoliciesHasUpdate: true,
      fofTermsPoliciesMustAccept: true,
    })
    const accepted = await client.post(`${path}/${id}/accept`)
    const state = {
      accepted_at: '2024-01-01T00:01:00+00:00',
      has_update: false,
      must_accept: false,
      is_accepted: true,
    }
    expect([accepted.status, accepted.body.data]).toMatchObject([
      200,
      {
        ...{ type: 'users', id: String(user.id) },
        attributes: {
          username: user.username,
          fofTermsPoliciesState: { [id]: state },
          fofTermsPoliciesHasUpdate: false,
          fofTermsPoliciesMustAccept: false,
        },
      },
    ])
    expect(await start(client)).toBe(201)
    forum.clock.advance(600)
    await change(forum, id, { terms_updated_at: forum.clock.now().toISOString() })
    expect(await start(client)).toBe(403)
    forum.clock.advance(60)
    await client.post(`${path}/${id}/accept`)
    expect(await start(client)).toBe(201)
  })

  test('an optional policy binds no member, and a no counts until the terms change', async () => {
    const forum = await open({ extensions: [extension] })
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const id = await makePolicy(forum, { name: 'News by mail', optional: true })
    const declined = await client.post(`${path}/${id}/decline`)
    expect([declined.status, declined.body.data.attributes]).toMatchObject([
      200,
      {
        fofTermsPoliciesState: {
          [id]: {
            ...{ accepted_at: '2024-01-01T00:00:00+00:00', has_update: false },
            ...{ must_accept: false, is_accepted: false },
          },
        },
      },
    ])
    expect(await start(client)).toBe(201)
    // What was declined does not satisfy a policy that becomes mandatory.
    await change(forum, id, { optional: false })
    forum.clock.advance(60)
    expect(await start(client)).toBe(403)
    expect(await stateFor(client, user.id)).toMatchObject({
      fofTermsPoliciesHasUpdate: false,
      fofTermsPoliciesMustAccept: true,
    })
    const refused = await client.post(`${path}/${id}/decline`)
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [
        {
          detail: 'Members can’t decline this policy.',
          source: { pointer: '/data/attributes/is_accepted' },
        },
      ],
    ])
    await change(forum, id, { optional: true, terms_updated_at: '2024-01-01T00:00:30Z' })
    expect(await stateFor(client, user.id)).toMatchObject({
      fofTermsPoliciesHasUpdate: true,
      fofTermsPoliciesMustAccept: false,
    })
  })

  test('the history has each new answer with its terms, for its member only, and ends with the account', async () => {
    const forum = await open({ extensions: [extension] })
    const [user, other] = [await makeUser(forum), await makeUser(forum)]
    const client = await forum.as(user)
    const id = await makePolicy(forum, { name: 'News', optional: true, terms_updated_at: '2023-05-01' })
    for (const word of ['accept', 'accept', 'decline']) {
      forum.clock.advance(60)
      expect((await client.post(`${path}/${id}/${word}`)).status).toBe(200)
    }
    expect((await (await forum.as(admin)).delete(`${path}/${id}`)).status).toBe(204)
    const history = async (by: ApiClient) =>
      ((await by.get('/api/terms-answers')).body.data as unknown as { attributes: object }[]).map(
        ({ attributes }) => attributes,
      )
    const about = { policyName: 'News', termsUpdatedAt: '2023-05-01T00:00:00+00:00' }
    expect(await history(client)).toEqual([
      { ...about, answeredAt: '2024-01-01T00:03:00+00:00', isAccepted: false },
      { ...about, answeredAt: '2024-01-01T00:01:00+00:00', isAccepted: true },
    ])
    expect(await history(await forum.as(other))).toEqual([])
    expect((await forum.guest().get('/api/terms-answers')).status).toBe(401)
    expect((await (await forum.as(admin)).delete(`/api/users/${user.id}`)).status).toBe(204)
    await forum.settled()
    const { read } = forum.current.database
    expect(await read.selectFrom('terms_answers').selectAll().execute()).toEqual([])
    expect(await read.selectFrom('fof_terms_policy_user').selectAll().execute()).toEqual([])
  })

  test('exports have those who accepted, with the columns that are asked for', async () => {
    const forum = await open({ extensions: [extension] })
    const id = await makePolicy(forum, { name: 'News', optional: true })
    const users = [
      await makeUser(forum, { username: 'zoe', email: 'zoe@machine.local' }),
      await makeUser(forum, { username: 'adam', email: 'adam@machine.local' }),
      await makeUser(forum, { username: 'eve' }),
    ]
    for (const [index, user] of users.entries()) {
      forum.clock.advance(60)
      await (await forum.as(user)).post(`${path}/${id}/${index === 2 ? 'decline' : 'accept'}`)
    }
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    await grant(forum, 'fof-terms.export-policies', [moderators])
    const client = await forum.as(moderator)
    const get = async (query: string) => (await client.get(`${path}/${id}/export.${query}`)).text
    expect(JSON.parse(await get('json'))).toEqual([
      { email: 'zoe@machine.local', joined_at: expect.any(String), accepted_at: '2024-01-01T00:01:00+00:00' },
      {
        email: 'adam@machine.local',
        joined_at: expect.any(String),
        accepted_at: '2024-01-01T00:02:00+00:00',
      },
    ])
    expect(await get('csv?include=id,username,display_name')).toBe(
      `"id","username","display_name"\r\n"${users[0]?.id}","zoe","zoe"\r\n"${users[1]?.id}","adam","adam"\r\n`,
    )
    expect(await get('csv?include=username&no-csv-headers')).toBe('"zoe"\r\n"adam"\r\n')
    // An account that is being deleted is no longer exported.
    await forum.current.database.transaction((db) =>
      db
        .updateTable('users')
        .set({ deleted_at: '2024-01-01T00:00:00.000Z' })
        .where('id', '=', users[0]?.id ?? 0)
        .execute(),
    )
    expect(await get('csv?include=username&no-csv-headers')).toBe('"adam"\r\n')
    const [statement] = (await statementsOf(forum, () => get('csv'))).filter(({ sql }) =>
      sql.includes('"answer"'),
    )
    const { database } = forum.current
    const plan = await planOf(database, statement as never, { without: ['seqscan', 'sort'] })
    expect(plan).toContain('fof_terms_policy_user_accepted')
    const empty = await makePolicy(forum, { name: 'Other', optional: true })
    expect((await client.get(`${path}/${empty}/export.json`)).text).toBe('[]')
    for (const include of ['', 'password', 'id,secret', 'id,'])
      expect((await client.get(`${path}/${id}/export.csv?include=${include}`)).status).toBe(400)
  })
})

test('what an account has in place of answers, as an import may leave it, is asked for and mended by an answer', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const id = await makePolicy(forum, { name: 'Terms' })
  const user = await makeUser(forum)
  for (const stored of ['x', '[]', 'null', `{"${id}":{"at":"2023-01-01","isAccepted":1}}`]) {
    await forum.current.database.transaction((db) =>
      db.updateTable('users').set({ terms_answers: stored }).where('id', '=', user.id).execute(),
    )
    const client = await forum.as(user)
    expect(await stateFor(client, user.id)).toMatchObject({ fofTermsPoliciesMustAccept: true })
    expect((await (await forum.as(admin)).get('/api/users')).status).toBe(200)
    expect((await client.post(`${path}/${id}/accept`)).status).toBe(200)
    expect(await stateFor(client, user.id)).toMatchObject({ fofTermsPoliciesMustAccept: false })
  }
})

test('who may postpone is not bound, nor is an administrator, and who may see states sees those of others', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const id = await makePolicy(forum, { name: 'Terms' })
  await grant(forum, 'fof-terms.postpone-policies-accept', [moderators])
  const [user, moderator] = [await makeUser(forum), await makeUser(forum, { groupIds: [moderators] })]
  expect(await start(await forum.as(moderator))).toBe(201)
  expect(await start(await forum.as(admin))).toBe(201)
  const byAdmin = await forum.as(admin)
  expect(await stateFor(byAdmin, moderator.id)).toMatchObject({
    fofTermsPoliciesHasUpdate: true,
    fofTermsPoliciesMustAccept: false,
  })
  expect(await stateFor(byAdmin, user.id)).toMatchObject({ fofTermsPoliciesMustAccept: true })
  const byModerator = await forum.as(moderator)
  const names = async () =>
    Object.keys(await stateFor(byModerator, user.id)).filter((name) => name.startsWith('fofTerms'))
  expect(await names()).toEqual([])
  await grant(forum, 'fof-terms.see-user-policies-state', [moderators])
  expect(await names()).toHaveLength(3)
  expect((await byModerator.get('/api')).body.data.attributes).toMatchObject({
    'fof-terms.canSeeUserPoliciesState': true,
  })
  const guest = forum.browser()
  await guest.get('/api')
  expect((await guest.post(`${path}/${id}/accept`)).status).toBe(401)
})

test('accepting works where guests may not see the forum', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  await grant(forum, 'viewForum', [3])
  const id = await makePolicy(forum, { name: 'Terms' })
  const client = await forum.as(await makeUser(forum))
  const discussion = await makeDiscussion(forum)
  const read = async () => (await client.get(`/api/discussions/${discussion.id}`)).status
  expect(await read()).toBe(404)
  expect((await client.post(`${path}/${id}/accept`)).status).toBe(200)
  expect(await read()).toBe(200)
})

test('members and guests who owe nothing cost no query more', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const plain = await createTestForum()
  const id = await makePolicy(forum, { name: 'Terms' })
  const counts = []
  for (const each of [forum, plain]) {
    const client = await each.as(await makeUser(each))
    if (each === forum) await client.post(`${path}/${id}/accept`)
    for (const reader of [client, each.guest()]) {
      await reader.get('/api/discussions')
      counts.push((await statementsOf(each, () => reader.get('/api/discussions'))).length)
    }
  }
  expect(counts.slice(0, 2)).toEqual(counts.slice(2))
})
