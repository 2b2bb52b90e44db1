import { eachTestForum, makeUser, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { createApiKey } from './api-keys.ts'

const makeKey = (forum: TestForum, userId?: number) =>
  forum.current.write(forum.asSystem(), (context) =>
    createApiKey(context, userId === undefined ? {} : { userId }),
  )
const keyRow = ({ current: { database } }: TestForum) =>
  database.read.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()

/** Id of the account that the API authenticates; undefined for a guest. */
const actorOf = async (forum: TestForum, authorization: string) => {
  const { status, body } = await forum.guest().get('/api', { authorization })
  expect(status).toBe(200)
  return body.data.relationships?.actor?.data.id
}

eachTestForum((open) => {
  test('a master key acts as the named account, without a valid name as a guest', async () => {
    const forum = await open()
    const { key } = await makeKey(forum)
    const user = await makeUser(forum)
    expect(await actorOf(forum, `Token ${key}; userId=1`)).toBe('1')
    expect(await actorOf(forum, `Token ${key};userId=${user.id}`)).toBe(String(user.id))
    for (const rest of ['', ';', '; userId=', '; userId=x', '; userId=9999', '; user=1', '; xuserId=1']) {
      expect(await actorOf(forum, `Token ${key}${rest}`)).toBeUndefined()
    }
    expect(await actorOf(forum, 'Token nonsense; userId=1')).toBeUndefined()
  })

  test('B010 the use of a key is recorded, also when it acts as a guest', async () => {
    const forum = await open()
    const { key } = await makeKey(forum)
    expect((await keyRow(forum)).last_activity_at).toBeNull()
    await actorOf(forum, `Token ${key}`)
    await forum.settled()
    expect((await keyRow(forum)).last_activity_at).toBe(forum.clock.now().toISOString())
    forum.clock.advance(91)
    await actorOf(forum, `Token ${key}; userId=1`)
    await forum.settled()
    expect((await keyRow(forum)).last_activity_at).toBe(forum.clock.now().toISOString())
    const { last_seen_at } = await forum.current.database.read
      .selectFrom('users')
      .select('last_seen_at')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(last_seen_at).toBe(forum.clock.now().toISOString())
  })

  test('B011 a bound key acts as its account, whatever account the request names', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const { key } = await makeKey(forum, user.id)
    const { body } = await forum.guest().get('/api', { authorization: `Token ${key}; userId=1` })
    expect(body.data.relationships?.actor?.data.id).toBe(String(user.id))
    expect(body.data.attributes).toMatchObject({ canSearchUsers: true })
    expect(body.data.attributes).not.toHaveProperty('adminUrl')
  })

  test('a key with an account needs no CSRF token; without one it acts as a guest, who does', async () => {
    const forum = await open()
    const { key } = await makeKey(forum)
    const post = (authorization: string) =>
      forum.guest().post('/api/access-tokens', { data: { attributes: { title: 'x' } } }, { authorization })
    expect((await post(`Token ${key}; userId=1`)).status).toBe(201)
    expect((await post(`Token ${key}`)).status).toBe(400)
  })

  test('a key is valid in the API only, and never as the session’s token', async () => {
    const forum = await open()
    const { key } = await makeKey(forum, 1)
    const authorization = `Token ${key}`
    expect((await forum.guest().post('/global-logout', {}, { authorization })).status).toBe(400)
    for (const cookie of [`parley_remember=${key}`, `parley_session=${'s'.repeat(40)}.${key}`]) {
      const { body } = await forum.guest().get('/api', { cookie })
      expect(body.data.relationships?.actor).toBeUndefined()
    }
    const browser = await forum.browserOf(1)
    const { body } = await browser.get('/api/access-tokens', { authorization })
    expect(body.data.map(({ attributes }) => attributes.isCurrent)).toEqual([false])
  })

  test('no limit applies to a key, even when it acts as a guest', async () => {
    const limit = { points: 1, seconds: 900 }
    const forum = await open({
      rateLimits: {
        failedLoginsPerAccount: limit,
        failedLoginsPerAddress: limit,
        registrationsPerAddress: limit,
      },
    })
    const { key } = await makeKey(forum)
    const user = await makeUser(forum)
    const wrong = { identification: 'admin', password: 'wrong' }
    const post = (authorization?: string) =>
      forum.guest().post('/api/token', wrong, { ...(authorization && { authorization }) })
    expect({ first: (await post()).status, second: (await post()).status }).toEqual({
      first: 401,
      second: 429,
    })
    expect((await post(`Token ${key}`)).status).toBe(401)
    const start = (title: string) =>
      forum
        .guest()
        .post(
          '/api/discussions',
          { data: { attributes: { title, content: 'Hello' } } },
          { authorization: `Token ${key}; userId=${user.id}` },
        )
    expect({ first: (await start('First')).status, second: (await start('Second')).status }).toEqual({
      first: 201,
      second: 201,
    })
  })

  test('keys are not readable in the database, and end with their account', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const { key } = await makeKey(forum, user.id)
    expect(key).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(JSON.stringify(await keyRow(forum))).not.toContain(key)
    await forum.current.database.transaction((db) =>
      db.deleteFrom('users').where('id', '=', user.id).execute(),
    )
    expect(await actorOf(forum, `Token ${key}`)).toBeUndefined()
  })
})
