import { admin, eachTestForum, grant, idsOf, makeGroup, makeUser, type TestForum } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { everyone } from '../../points/context/actor.ts'
import type { AccessTokenType } from './table.ts'
import { createAccessToken } from './tokens.ts'

const titled = (title: unknown) => ({ data: { type: 'access-tokens', attributes: { title } } })
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

function makeToken(forum: TestForum, userId: number, type: AccessTokenType, userAgent = chrome) {
  const { database, secrets } = forum.current
  return database.transaction((db) =>
    createAccessToken(db, {
      userId,
      type,
      title: `${type} of ${userId}`,
      client: { ip: '192.0.2.1', userAgent },
      secrets,
      now: forum.clock.now(),
    }),
  )
}

/** All rows of all tables, as JSON. */
async function allStoredRows({ current: { database } }: TestForum): Promise<string> {
  const tables = await database.read.introspection.getTables()
  const rows = []
  for (const { name } of tables)
    rows.push(
      await database.read
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    )
  return JSON.stringify(rows)
}

eachTestForum((open) => {
  describe('GET /api/access-tokens', () => {
    test('B035 B038 administrators see all tokens, and the text of their own developer tokens', async () => {
      const forum = await open()
      const user = await makeUser(forum)
      const own = await makeToken(forum, 1, 'developer')
      const others = [
        await makeToken(forum, 1, 'session'),
        await makeToken(forum, 1, 'session_remember'),
        await makeToken(forum, user.id, 'developer'),
        await makeToken(forum, user.id, 'session'),
      ]
      const { status, body, text } = await (await forum.as(1)).get('/api/access-tokens')
      expect({ status, count: body.data.length }).toEqual({ status: 200, count: 6 })
      expect(body.data.filter(({ attributes }) => 'token' in attributes)).toMatchObject([
        { id: String(own.id), attributes: { token: own.token } },
      ])
      for (const { token } of others) expect(text).not.toContain(token)
    })

    test('B037 B041 others see only their own, including the one in use', async () => {
      const forum = await open()
      const user = await makeUser(forum)
      await makeToken(forum, 1, 'developer')
      const own = await makeToken(forum, user.id, 'developer')
      const client = await forum.as(user)
      const { body } = await client.get('/api/access-tokens')
      expect(body.data.map(({ attributes }) => [attributes.userId, attributes.token])).toEqual([
        [user.id, own.token],
        [user.id, undefined],
      ])
    })

    test('B040 B043 B044 filter[user] finds visible tokens, and never reveals the text of others’', async () => {
      const forum = await open()
      const group = await makeGroup(forum)
      await grant(forum, 'moderateAccessTokens', [group.id])
      const [user, moderator] = [await makeUser(forum), await makeUser(forum, { groupIds: [group.id] })]
      const first = await makeToken(forum, user.id, 'developer')
      const second = await makeToken(forum, moderator.id, 'developer')
      const list = async (account: { id: number }, query: string) => {
        const client = forum.guest()
        const { token } = await makeToken(forum, account.id, 'session')
        const answer = await client.get(`/api/access-tokens?${query}`, { authorization: `Token ${token}` })
        expect(answer.status).toBe(200)
        return answer
      }
      expect(idsOf(await list(user, `filter[user]=${moderator.id}`))).toEqual([])
      expect(idsOf(await list(user, `filter[user]=${user.id}`))[0]).toBe(first.id)
      const seen = await list(moderator, `filter[user]=${user.id}`)
      expect(idsOf(seen)).toContain(first.id)
      expect(seen.text).not.toContain(first.token)
      const rest = await list(moderator, `filter[-user]=${user.id}`)
      expect(idsOf(rest)).toContain(second.id)
      expect(idsOf(rest)).not.toContain(first.id)
      expect(idsOf(await list(user, `filter[id]=${first.id},${second.id}`))).toEqual([first.id])
    })

    test('guests get 401, also with moderateAccessTokens', async () => {
      const forum = await open()
      await grant(forum, 'moderateAccessTokens', [everyone])
      const { status, body } = await forum.guest().get('/api/access-tokens')
      expect({ status, errors: body.errors }).toEqual({
        status: 401,
        errors: [{ status: '401', code: 'not_authenticated' }],
      })
    })

    test.each([
      ['sort=nonsense', 200],
      ['sort[]=a', 200],
      ['include=', 200],
      ['include=user', 400],
      ['page[limit]=x', 400],
      ['page[offset]=-1', 400],
      ['filter[user]=x', 422],
      ['filter[user]=', 422],
      ['filter[user][]=1', 422],
      ['filter[id]=x', 422],
      ['filter[unheard]=x', 200],
    ])('%s is %i', async (query, status) => {
      const forum = await open()
      expect((await (await forum.as(1)).get(`/api/access-tokens?${query}`)).status).toBe(status)
    })

    test('a page has 20 tokens, or up to 50, sorted by id', async () => {
      const forum = await open()
      const client = await forum.as(1)
      for (let i = 0; i < 55; i++) await makeToken(forum, 1, 'developer')
      const ids = async (query: string) => idsOf(await client.get(`/api/access-tokens?${query}`))
      const first = await ids('sort=-createdAt')
      expect(first).toEqual(Array.from({ length: 20 }, (_, index) => (first[0] ?? 0) + index))
      expect(await ids('page[limit]=99')).toHaveLength(50)
      expect(await ids('page[limit]=50&page[offset]=50')).toHaveLength(6)
    })

    test('expired tokens are omitted', async () => {
      const forum = await open()
      for (const type of ['session', 'session_remember', 'developer'] as const) {
        await makeToken(forum, 1, type)
      }
      forum.clock.advance(3599)
      const client = await forum.as(1)
      const titles = async () =>
        (await client.get('/api/access-tokens')).body.data.map(({ attributes }) => attributes.title)
      expect(await titles()).toEqual(['session of 1', 'session_remember of 1', 'developer of 1', null])
      forum.clock.advance(1)
      expect(await titles()).toEqual(['session_remember of 1', 'developer of 1', null])
    })

    test('shows the attributes of the contract, and nothing else', async () => {
      const forum = await open()
      const { id } = await makeToken(forum, 1, 'session')
      await makeToken(forum, 1, 'developer', '<script>/1')
      const { body } = await (await forum.as(1)).get('/api/access-tokens')
      expect(body).toEqual({
        links: { first: 'http://localhost/api/access-tokens' },
        data: expect.any(Array),
      })
      expect(body.data[0]).toEqual({
        type: 'access-tokens',
        id: String(id),
        attributes: {
          userId: 1,
          createdAt: '2024-01-01T00:00:00+00:00',
          lastActivityAt: '2024-01-01T00:00:00+00:00',
          isCurrent: false,
          isSessionToken: true,
          title: 'session of 1',
          lastIpAddress: '192.0.2.1',
          device: 'Chrome on Linux',
        },
      })
      expect(body.data[1]?.attributes).toMatchObject({ lastActivityAt: null, device: ' on ' })
    })

    test('only a session in cookies has a current token', async () => {
      const forum = await open()
      await makeToken(forum, 1, 'session')
      const current = async (client: Awaited<ReturnType<TestForum['as']>>) =>
        (await client.get('/api/access-tokens')).body.data.filter(({ attributes }) => attributes.isCurrent)
      expect(await current(await forum.browserOf(1))).toHaveLength(1)
      expect(await current(await forum.as(1))).toHaveLength(0)
    })

    test('takes as many queries for 50 tokens as for one', async () => {
      const forum = await open()
      const client = await forum.as(1)
      const queries = async () => {
        await client.get('/api/access-tokens?page[limit]=50')
        await forum.settled()
        const before = forum.current.database.queries
        await client.get('/api/access-tokens?page[limit]=50')
        return forum.current.database.queries - before
      }
      const few = await queries()
      for (let i = 0; i < 60; i++) await makeToken(forum, 1, i % 2 ? 'developer' : 'session')
      expect({ fewTokens: few, manyTokens: await queries() }).toEqual({ fewTokens: 2, manyTokens: 2 })
    })
  })

  describe('POST /api/access-tokens', () => {
    test('B031 administrators make developer tokens, shown in clear text', async () => {
      const forum = await open()
      const client = await forum.as(1)
      const { status, body } = await client.post('/api/access-tokens', titled('My program'))
      expect({ status, attributes: body.data.attributes }).toEqual({
        status: 201,
        attributes: {
          token: expect.stringMatching(/^[A-Za-z0-9]{40}$/),
          userId: 1,
          createdAt: '2024-01-01T00:00:00+00:00',
          lastActivityAt: null,
          isCurrent: false,
          isSessionToken: false,
          title: 'My program',
          lastIpAddress: null,
          device: ' on ',
        },
      })
      const authorization = `Token ${body.data.attributes.token}`
      const asked = await forum.guest().get('/api', { authorization })
      expect(asked.body.data.relationships?.actor?.data.id).toBe('1')
      const listed = await client.get(`/api/access-tokens?filter[id]=${body.data.id}`)
      expect(listed.body.data[0]?.attributes.token).toBe(body.data.attributes.token)
    })

    test('B032 so do members of groups with createAccessToken, and no others', async () => {
      const forum = await open()
      const group = await makeGroup(forum)
      await grant(forum, 'createAccessToken', [group.id])
      const create = async (user: { id: number }) =>
        (await (await forum.as(user)).post('/api/access-tokens', titled('x'))).status
      const [permitted, other] = [await makeUser(forum, { groupIds: [group.id] }), await makeUser(forum)]
      const unconfirmed = await makeUser(forum, { groupIds: [group.id], is_email_confirmed: false })
      expect({
        permitted: await create(permitted),
        other: await create(other),
        unconfirmed: await create(unconfirmed),
      }).toEqual({ permitted: 201, other: 403, unconfirmed: 403 })
      const guest = forum.browser()
      await guest.get('/api')
      expect((await guest.post('/api/access-tokens', titled('x'))).status).toBe(401)
      expect((await forum.guest().post('/api/access-tokens', titled('x'))).status).toBe(400)
    })

    test.each([
      [{}, 'The title field is required.'],
      [titled(null), 'The title field is required.'],
      [titled(' '), 'The title field is required.'],
      [titled(['x']), expect.any(String)],
      [titled({}), expect.any(String)],
      [titled('x'.repeat(151)), expect.stringContaining('150')],
      [titled('a\0b'), expect.any(String)],
    ])('B034 %j is 422 on the title, and makes nothing', async (body, detail) => {
      const forum = await open()
      const client = await forum.as(1)
      const answer = await client.post('/api/access-tokens', body)
      expect({ status: answer.status, errors: answer.body.errors }).toEqual({
        status: 422,
        errors: [
          { status: '422', code: 'validation_error', detail, source: { pointer: '/data/attributes/title' } },
        ],
      })
      expect((await client.get('/api/access-tokens')).body.data).toHaveLength(1)
    })

    test('only the title is read: one cannot make tokens for others, or of other types', async () => {
      const forum = await open()
      const attributes = {
        title: '🎉'.repeat(150),
        userId: 2,
        type: 'session',
        isSessionToken: true,
        token: 'x',
      }
      const client = await forum.as(1)
      const { status, body } = await client.post('/api/access-tokens', { data: { attributes } })
      expect({ status, attributes: body.data.attributes }).toMatchObject({
        status: 201,
        attributes: { userId: 1, isSessionToken: false, title: attributes.title },
      })
      expect(body.data.attributes.token).not.toBe('x')
    })
  })

  describe('DELETE /api/access-tokens/{id}', () => {
    const path = ({ id }: { id: number | string }) => `/api/access-tokens/${id}`

    test('B046 with moderateAccessTokens deletes the tokens of others', async () => {
      const forum = await open()
      const group = await makeGroup(forum)
      await grant(forum, 'moderateAccessTokens', [group.id])
      const client = await forum.as(await makeUser(forum, { groupIds: [group.id] }))
      for (const type of ['session', 'session_remember', 'developer'] as const) {
        const token = await makeToken(forum, 1, type)
        expect((await client.delete(path(token))).status).toBe(204)
        expect((await client.delete(path(token))).status).toBe(404)
      }
    })

    test('B047 deletes one’s own token, which is void at once', async () => {
      const forum = await open()
      const user = await makeUser(forum)
      const client = await forum.as(user)
      for (const type of ['session', 'developer'] as const) {
        const token = await makeToken(forum, user.id, type)
        expect((await client.delete(path(token))).status).toBe(204)
        const { body } = await forum.guest().get('/api', { authorization: `Token ${token.token}` })
        expect(body.data.relationships?.actor).toBeUndefined()
      }
    })

    test('the tokens of others are 404, as unknown ones are', async () => {
      const forum = await open()
      const client = await forum.as(await makeUser(forum))
      const token = await makeToken(forum, 1, 'developer')
      for (const id of [token.id, 9999, 'x', '1x', '0', '-1', '99999999999999999999']) {
        expect((await client.delete(path({ id }))).status).toBe(404)
      }
      expect(
        (await forum.guest().get('/api', { authorization: `Token ${token.token}` })).body.data.relationships,
      ).toHaveProperty('actor')
      const guest = forum.browser()
      await guest.get('/api')
      expect((await guest.delete(path(token))).status).toBe(401)
    })

    test('B049 the token of the request’s own session is 403', async () => {
      const forum = await open()
      const browser = await forum.browserOf(1)
      const [own] = idsOf(await browser.get('/api/access-tokens'))
      expect((await browser.delete(path({ id: own ?? 0 }))).status).toBe(403)
      expect((await browser.get('/api')).body.data.relationships).toHaveProperty('actor')
      // A program may delete its own token: it has no session.
      const program = await forum.as(1)
      const ids = idsOf(await program.get('/api/access-tokens'))
      expect((await program.delete(path({ id: ids.at(-1) ?? 0 }))).status).toBe(204)
    })

    test('other methods are 405', async () => {
      const forum = await open()
      const client = await forum.as(1)
      const token = await makeToken(forum, 1, 'developer')
      expect((await client.get(path(token))).status).toBe(405)
      expect((await client.patch(path(token), titled('y'))).status).toBe(405)
    })
  })

  describe('a stolen database', () => {
    test('contains no usable token', async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      const right = { identification: admin.username, password: admin.password }
      const loggedIn = await browser.post('/login', { ...right, remember: true })
      const token = await forum.guest().post('/api/token', right)
      const made = await browser.post('/api/access-tokens', titled('x'), { 'idempotency-key': 'a' })
      await forum.settled()
      const stored = await allStoredRows(forum)
      for (const secret of [loggedIn.body.token, token.body.token, made.body.data.attributes.token]) {
        expect(secret).toMatch(/^[A-Za-z0-9]{40}$/)
        expect(stored).not.toContain(secret)
      }
      const again = await browser.post('/api/access-tokens', titled('x'), { 'idempotency-key': 'a' })
      expect(again.body).toEqual(made.body)
    })

    test('reveals no token that was moved to another row or was sealed with another key', async () => {
      const forum = await open()
      const [first, second] = [await makeToken(forum, 1, 'developer'), await makeToken(forum, 1, 'developer')]
      const client = await forum.as(1)
      const tokens = async () =>
        (await client.get('/api/access-tokens')).body.data
          .filter(({ attributes }) => !attributes.isSessionToken)
          .map(({ attributes }) => attributes.token)
      expect(await tokens()).toEqual([first.token, second.token])
      const set = (id: number, sealed_token: string | null) =>
        forum.current.database.transaction((db) =>
          db.updateTable('access_tokens').set({ sealed_token }).where('id', '=', id).execute(),
        )
      const { sealed_token } = await forum.current.database.read
        .selectFrom('access_tokens')
        .select('sealed_token')
        .where('id', '=', first.id)
        .executeTakeFirstOrThrow()
      await set(second.id, sealed_token)
      expect(await tokens()).toEqual([first.token, undefined])
      await set(second.id, null)
      await set(first.id, 'damaged')
      expect(await tokens()).toEqual([undefined, undefined])
    })
  })
})
