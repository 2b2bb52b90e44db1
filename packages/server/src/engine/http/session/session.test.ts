import { type ApiClient, admin, eachTestForum, makeUser, TestClock, type TestForum } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { describe, expect, test } from 'vitest'
import { createAccessToken } from '../../../features/access-tokens/tokens.ts'
import { defineExtension } from '../../../points/extension.ts'

/** Routes that change nothing. */
const change = {
  id: 'change',
  title: 'change',
  version: '1.0.0',
  declaration: defineExtension({
    routes: [
      {
        method: 'POST',
        path: '/api/change',
        run: (_, { actor }) => ({ status: 200, json: { actor: actor.id } }),
      },
      { method: 'POST', path: '/change', run: () => ({ status: 204, empty: true }) },
      { method: 'GET', path: '/page', run: () => ({ status: 200, html: '<p>page</p>' }) },
    ],
  }),
}

async function logIn(forum: TestForum, remember = false) {
  const browser = forum.browser()
  await browser.get('/api')
  const answer = await browser.post('/login', {
    identification: admin.username,
    password: admin.password,
    remember,
  })
  return { browser, answer }
}

/** The CSRF token in the boot data of a page. */
function tokenOn(page: string): string {
  return /"csrfToken":"([0-9a-f]{40})"/.exec(page)?.[1] ?? ''
}

const actorOf = async (client: {
  get(path: string): Promise<{ body: { data: { relationships?: object } } }>
}) => (await client.get('/api')).body.data.relationships as { actor?: { data: { id: string } } }

eachTestForum((create) => {
  const open = (options = {}) => create({ extensions: [change], ...options })

  describe('CSRF', () => {
    const storedSetting = async (forum: TestForum) => {
      const { read } = forum.current.database
      const row = read.selectFrom('settings').select('value').where('key', '=', 'csrf_test')
      return (await row.executeTakeFirst())?.value
    }

    test('B023 a request of a session without the token is refused, and the refusal holds no token', async () => {
      const forum = await open()
      const { browser } = await logIn(forum)
      const wrong = { 'x-csrf-token': 'wrong' }
      const { status, body, headers } = await browser.post('/api/settings', { csrf_test: '1' }, wrong)
      expect({ status, body }).toEqual({
        status: 400,
        body: { errors: [{ status: '400', code: 'csrf_token_mismatch' }] },
      })
      expect(headers['x-csrf-token']).toBeUndefined()
      expect(headers['set-cookie']).toBeUndefined()
      expect(await storedSetting(forum)).toBeUndefined()
    })

    test('B025 the token of the log-in’s answer is valid', async () => {
      const forum = await open()
      const { browser } = await logIn(forum)
      expect((await browser.post('/api/settings', { csrf_test: '1' })).status).toBe(204)
      expect(await storedSetting(forum)).toBe('1')
    })

    test('B026 the token may be a member of the body, which takes precedence over the header', async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      const wrong = { 'x-csrf-token': 'wrong' }
      const credentials = { identification: admin.username, password: admin.password }
      const body = { ...credentials, csrfToken: browser.csrfToken }
      expect((await browser.post('/login', body, wrong)).status).toBe(200)
      const { csrfToken } = browser
      expect((await browser.post('/api/settings', { csrf_test: '1', csrfToken }, wrong)).status).toBe(204)
      expect(await storedSetting(forum)).toBe('1')
      expect((await browser.post('/api/change', { csrfToken }, { 'x-csrf-token': 'wrong' })).status).toBe(200)
      expect((await browser.post('/api/change', { csrfToken: 'wrong' })).status).toBe(400)
      expect((await browser.post('/api/change', { csrfToken: ['x'] })).status).toBe(400)
    })

    test('B028 requests with an access token in the header need no CSRF token', async () => {
      const forum = await open()
      const { token } = await forum.current.database.transaction((db) =>
        createAccessToken(db, { userId: 1, type: 'developer', now: forum.clock.now() }),
      )
      const authorization = `Token ${token}`
      const { status } = await forum.guest().post('/api/settings', { csrf_test: '1' }, { authorization })
      expect({ status, stored: await storedSetting(forum) }).toEqual({ status: 204, stored: '1' })
    })

    test('B029 guests need a CSRF token, too', async () => {
      const forum = await open()
      expect((await forum.guest().post('/api/users')).status).toBe(400)
      expect((await forum.guest().post('/change')).headers['content-type']).toContain('html')
    })

    test('the token of another session is refused', async () => {
      const forum = await open()
      const one = (await logIn(forum)).browser
      const other = (await logIn(forum)).browser
      expect((await one.post('/api/change', {}, { 'x-csrf-token': other.csrfToken })).status).toBe(400)
    })

    test('with an invalid header token the session still needs a CSRF token', async () => {
      const forum = await open()
      const { browser } = await logIn(forum)
      const headers = { authorization: 'Token nonsense', 'x-csrf-token': 'wrong' }
      expect((await browser.post('/api/change', {}, headers)).status).toBe(400)
    })
  })

  describe('the CSRF token on pages', () => {
    test('differs on every page, and is accepted for its session alone', async () => {
      const forum = await open({ client: await pageClient() })
      const [one, other] = [await forum.browserOf(1), await forum.browserOf(await makeUser(forum))]
      const tokens = await Promise.all([1, 2].map(async () => tokenOn((await one.get('/')).text)))
      expect(new Set([...tokens, one.csrfToken]).size).toBe(3)
      const send = (client: ApiClient, token: string) =>
        client.patch('/api/users/1', { data: {} }, { 'x-csrf-token': token })
      for (const token of tokens) expect((await send(one, token)).status).toBe(200)
      const refused = await send(other, tokens[0] ?? '')
      expect({ status: refused.status, code: refused.body.errors?.[0]?.code }).toEqual({
        status: 400,
        code: 'csrf_token_mismatch',
      })
    })
  })

  describe('sessions', () => {
    test('B343 B344 API answers refresh the cookie and contain the token, errors do neither', async () => {
      const forum = await open()
      const found = await forum.guest().get('/api')
      expect(found.headers['x-csrf-token']).toMatch(/^[A-Za-z0-9]{40}$/)
      expect(String(found.headers['set-cookie'])).toMatch(
        /^parley_session=[A-Za-z0-9]{40}; Max-Age=7200; Path=\/; Expires=Mon, 01 Jan 2024 02:00:00 GMT; HttpOnly; SameSite=Lax$/,
      )
      const missing = await forum.guest().get('/api/users/99')
      expect(missing.headers['x-csrf-token']).toBeUndefined()
      expect(missing.headers['set-cookie']).toBeUndefined()
    })

    test('a guest’s page has neither cookie nor token, a logged-in user’s page has both', async () => {
      const forum = await open()
      const page = await forum.guest().get('/page')
      expect({ cookie: page.headers['set-cookie'], token: page.headers['x-csrf-token'] }).toEqual({
        cookie: undefined,
        token: undefined,
      })
      const { browser } = await logIn(forum)
      const own = await browser.get('/page')
      expect(own.headers['x-csrf-token']).toBe(browser.csrfToken)
      expect(own.headers['cache-control']).toContain('private')
    })

    test('B350 logging in changes the session and the CSRF token', async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      const before = { session: browser.cookies.parley_session, csrf: browser.csrfToken }
      await browser.post('/login', { identification: admin.email, password: admin.password })
      expect(browser.cookies.parley_session).not.toContain(before.session)
      expect(browser.csrfToken).not.toBe(before.csrf)
    })

    test('B349 with an expired token a new session starts and the request continues as a guest', async () => {
      const forum = await open()
      const { browser } = await logIn(forum)
      const before = { session: browser.cookies.parley_session, csrf: browser.csrfToken }
      forum.clock.advance(3601)
      expect((await actorOf(browser)).actor).toBeUndefined()
      expect(browser.cookies.parley_session).toMatch(/^[A-Za-z0-9]{40}$/)
      expect(before.session).not.toContain(browser.cookies.parley_session)
      expect(browser.csrfToken).not.toBe(before.csrf)
    })

    test('B019 use extends the life of a session', async () => {
      const forum = await open()
      const { browser } = await logIn(forum)
      forum.clock.advance(45 * 60)
      await browser.get('/api')
      await forum.settled()
      forum.clock.advance(45 * 60)
      expect((await actorOf(browser)).actor?.data.id).toBe('1')
    })

    test('a developer token is not accepted in cookies', async () => {
      const forum = await open()
      const { token } = await forum.current.database.transaction((db) =>
        createAccessToken(db, { userId: 1, type: 'developer', now: forum.clock.now() }),
      )
      for (const cookie of [`parley_session=${'a'.repeat(40)}.${token}`, `parley_remember=${token}`]) {
        const { body } = await forum.guest().get('/api', { cookie })
        expect(body.data.relationships?.actor).toBeUndefined()
      }
    })

    test.each(['x', 'a'.repeat(40), `${'a'.repeat(40)}.${'b'.repeat(40)}`, '%00', '"><script>'])(
      'with the cookie %j the actor is a guest',
      async (session) => {
        const forum = await open()
        const { status, body } = await forum
          .guest()
          .get('/api', { cookie: `parley_session=${encodeURIComponent(session)}` })
        expect({ status, actor: body.data.relationships?.actor }).toEqual({ status: 200, actor: undefined })
      },
    )
  })

  describe('remember cookie', () => {
    const cookieOf = async (forum: TestForum, type: 'session' | 'session_remember') => {
      const { token } = await forum.current.database.transaction((db) =>
        createAccessToken(db, { userId: 1, type, now: forum.clock.now() }),
      )
      return { cookie: `parley_remember=${token}` }
    }
    const isActor = async (forum: TestForum, headers: Record<string, string>) =>
      (await forum.guest().get('/api', headers)).body.data.relationships?.actor !== undefined

    test('logs in for five years, and is only set on request', async () => {
      const forum = await open()
      const { answer } = await logIn(forum, true)
      expect(String(answer.headers['set-cookie'])).toMatch(
        /parley_remember=[A-Za-z0-9]{40}; Max-Age=157680000;/,
      )
      expect((await logIn(forum, false)).answer.cookies.parley_remember).toBeUndefined()
      const headers = await cookieOf(forum, 'session_remember')
      forum.clock.advance(4 * 365 * 24 * 3600)
      expect(await isActor(forum, headers)).toBe(true)
    })

    test('is deleted when another user logs in', async () => {
      const forum = await open()
      const user = await makeUser(forum)
      const { token } = await forum.current.database.transaction((db) =>
        createAccessToken(db, { userId: user.id, type: 'session_remember', now: forum.clock.now() }),
      )
      const browser = forum.browser()
      browser.cookies.parley_remember = token
      await browser.get('/api')
      await browser.post('/login', { identification: admin.username, password: admin.password })
      expect(browser.cookies.parley_remember).toBeUndefined()
      expect((await browser.get('/api')).body.data.relationships?.actor?.data.id).toBe('1')
    })

    test('takes precedence over the session, and its use is recorded', async () => {
      const forum = await open()
      const user = await makeUser(forum)
      const headers = await cookieOf(forum, 'session_remember')
      const { token } = await forum.current.database.transaction((db) =>
        createAccessToken(db, { userId: user.id, type: 'session', now: forum.clock.now() }),
      )
      forum.clock.advance(91)
      const cookie = `${headers.cookie}; parley_session=${'a'.repeat(40)}.${token}`
      const { body, cookies } = await forum.guest().get('/api', { cookie })
      expect(body.data.relationships?.actor?.data.id).toBe('1')
      expect(cookies.parley_session).toBe(`${'a'.repeat(40)}.${headers.cookie.split('=')[1]}`)
      await forum.settled()
      const used = await forum.current.database.read
        .selectFrom('access_tokens')
        .select(['type', 'last_activity_at'])
        .orderBy('id')
        .execute()
      expect(used).toEqual([
        { type: 'session_remember', last_activity_at: forum.clock.now().toISOString() },
        { type: 'session', last_activity_at: '2024-01-01T00:00:00.000Z' },
      ])
    })

    test('B013 a token of type session is not accepted there', async () => {
      const forum = await open()
      expect(await isActor(forum, await cookieOf(forum, 'session'))).toBe(false)
    })

    test('B014 an expired one is not accepted', async () => {
      const forum = await open()
      const headers = await cookieOf(forum, 'session_remember')
      forum.clock.advance(6 * 365 * 24 * 3600)
      expect(await isActor(forum, headers)).toBe(false)
    })
  })

  describe('header tokens', () => {
    test('unknown tokens are ignored', async () => {
      const forum = await open()
      for (const authorization of ['Token nonsense', 'Token', 'Basic YTpi', `Token ${'x'.repeat(9000)}`]) {
        const { status, body } = await forum.guest().get('/api', { authorization })
        expect({ status, actor: body.data.relationships?.actor }).toEqual({ status: 200, actor: undefined })
      }
    })

    test('are only read in the API', async () => {
      const forum = await open()
      const client = await forum.as(1)
      expect((await client.get('/page')).headers['x-csrf-token']).toBeUndefined()
    })

    test('ignore a trailing userId, which is for API keys', async () => {
      const forum = await open()
      const user = await makeUser(forum)
      const { token } = await forum.current.database.transaction((db) =>
        createAccessToken(db, { userId: user.id, type: 'session', now: forum.clock.now() }),
      )
      const { body } = await forum.guest().get('/api', { authorization: `Token ${token}; userId=1` })
      expect(body.data.relationships?.actor?.data.id).toBe(String(user.id))
    })
  })

  test('B254 requests record when a user was last seen, at most every 180 seconds', async () => {
    const clock = new TestClock()
    const forum = await open({ clock })
    const user = await makeUser(forum)
    const client = await forum.as(user)
    await client.get('/api')
    await forum.settled()
    const lastSeen = () =>
      forum.current.database.read
        .selectFrom('users')
        .select('last_seen_at')
        .where('id', '=', user.id)
        .executeTakeFirst()
    expect(await lastSeen()).toEqual({ last_seen_at: clock.now().toISOString() })
    clock.advance(1)
    await client.get('/api')
    await forum.settled()
    expect((await lastSeen())?.last_seen_at).toBe('2024-01-01T00:00:00.000Z')
    clock.advance(181)
    await client.get('/api')
    await forum.settled()
    expect((await lastSeen())?.last_seen_at).toBe('2024-01-01T00:03:02.000Z')
  })
})
