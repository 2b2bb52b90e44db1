import { type ApiClient, admin, eachTestForum, makeUser, planOf, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import type { AccessTokenType } from './table.ts'
import { createAccessToken, maximumTokens, surplusSessions } from './tokens.ts'

const titled = (title: string) => ({ data: { attributes: { title } } })
const right = { identification: admin.username, password: admin.password }

const make = (forum: TestForum, type: AccessTokenType, count: number, now = forum.clock.now()) =>
  forum.current.database.transaction(async (db) => {
    const made = []
    for (let index = 0; index < count; index++)
      made.push(await createAccessToken(db, { userId: admin.id, type, now }))
    return made
  })

const idsOf = async (forum: TestForum, types: AccessTokenType[]) =>
  (
    await forum.current.database.read
      .selectFrom('access_tokens')
      .select('id')
      .where('user_id', '=', admin.id)
      .where('type', 'in', types)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

const whoami = async (client: ApiClient, token: string) =>
  (await client.get('/api', { authorization: `Token ${token}` })).body.data.relationships?.actor?.data.id

eachTestForum((open) => {
  test('an account has at most 100 developer tokens, also with many requests at once', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    await make(forum, 'developer', maximumTokens - 2)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => client.post('/api/access-tokens', titled(`${index}`))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422])
    const { body } = answers.find(({ status }) => status === 422) ?? {}
    expect(body?.errors).toEqual([
      {
        status: '422',
        code: 'validation_error',
        detail: 'An account can have at most 100 tokens. Revoke one you no longer need.',
        source: { pointer: '/data/attributes/title' },
      },
    ])
    const ids = await idsOf(forum, ['developer'])
    expect(ids).toHaveLength(100)
    // A revoked token makes room.
    expect((await client.delete(`/api/access-tokens/${ids[0]}`)).status).toBe(204)
    expect((await client.post('/api/access-tokens', titled('again'))).status).toBe(201)
    expect((await client.post('/api/access-tokens', titled('too many'))).status).toBe(422)
  })

  test('an account has at most 100 sessions: the least recently used one ends', async () => {
    const forum = await open()
    const [first, second] = await make(forum, 'session_remember', 2)
    forum.clock.advance(60)
    const [program] = await make(forum, 'developer', 1)
    await make(forum, 'session_remember', maximumTokens - 2)
    const client = forum.guest()
    forum.clock.advance(120)
    // The first session is older, but in use.
    expect(await whoami(client, first?.token ?? '')).toBe('1')
    await forum.settled()
    const { status, body } = await client.post('/api/token', right)
    expect(status).toBe(200)
    expect(await whoami(client, String(body.token))).toBe('1')
    expect(await whoami(client, first?.token ?? '')).toBe('1')
    expect(await whoami(client, second?.token ?? '')).toBeUndefined()
    expect(await whoami(client, program?.token ?? '')).toBe('1')
    expect(await idsOf(forum, ['session', 'session_remember'])).toHaveLength(100)
  })

  test('expired sessions end before others, and after a clock was set back no new one ends', async () => {
    const forum = await open()
    const [remembered] = await make(forum, 'session_remember', 1)
    forum.clock.advance(60)
    await make(forum, 'session', maximumTokens - 1)
    forum.clock.advance(2 * 3600)
    const client = forum.guest()
    await client.post('/api/token', right)
    expect(await whoami(client, remembered?.token ?? '')).toBe('1')
    forum.clock.advance(-24 * 3600)
    const { body } = await client.post('/api/token', right)
    expect(await whoami(client, String(body.token))).toBe('1')
  })

  test('after many log-ins at once at most 100 sessions remain', async () => {
    const forum = await open()
    await make(forum, 'session', maximumTokens - 3)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => forum.guest().post('/api/token', right)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await idsOf(forum, ['session', 'session_remember'])).toHaveLength(100)
    for (const { body } of answers) expect(await whoami(forum.guest(), String(body.token))).toBe('1')
  })

  test('surplus sessions are found by an index', async () => {
    const forum = await open()
    for (let index = 0; index < 3; index++) {
      const { id } = await makeUser(forum)
      await forum.as(id)
    }
    const { database } = forum.current
    const query = surplusSessions(database.read, admin.id, forum.clock.now())
      .select('access_tokens.id')
      .compile()
    expect(await planOf(database, query, { without: ['seqscan'] })).toContain('access_tokens_user_id')
  })
})
