import { hash as bcrypt } from '@node-rs/bcrypt'
import { admin, eachTestForum, makeUser, type TestForum } from '@parley/testing'
import { describe, expect, test } from 'vitest'

const right = { identification: admin.username, password: admin.password }

eachTestForum((open) => {
  describe('POST /api/token', () => {
    test('answers with a token for a name or an address, ignoring case', async () => {
      const forum = await open()
      for (const identification of ['admin', 'ADMIN', 'Admin@machine.LOCAL']) {
        const { status, body, headers } = await forum.guest().post('/api/token', { ...right, identification })
        expect({ status, body }).toEqual({
          status: 200,
          body: { token: expect.stringMatching(/^[A-Za-z0-9]{40}$/), userId: 1 },
        })
        expect(headers['content-type']).toMatch(/^application\/json/)
      }
    })

    test.each([
      { identification: 'admin', password: 'wrong' },
      { identification: 'nobody', password: 'password' },
      { identification: 'admin' },
      { password: 'password' },
      {},
      { identification: ['admin'], password: 'password' },
      { identification: 'admin', password: { a: 1 } },
      { identification: "admin' --", password: 'password' },
      { identification: 'admin', password: 'x'.repeat(5000) },
    ])('B007 %j is 401 with one error', async (body) => {
      const forum = await open()
      const answer = await forum.guest().post('/api/token', body)
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 401,
        body: { errors: [{ status: '401', code: 'not_authenticated' }] },
      })
      expect(forum.logged).toEqual([])
    })

    test('only the hash of the token is stored, with address and user agent', async () => {
      const forum = await open()
      const { body } = await forum.guest().post('/api/token', right, { 'user-agent': 'x'.repeat(500) })
      const rows = await forum.current.database.read.selectFrom('access_tokens').selectAll().execute()
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(body.token)
      // B22: a long user agent is truncated.
      expect(rows[0]).toMatchObject({
        type: 'session',
        last_ip_address: '127.0.0.1',
        last_user_agent: 'x'.repeat(255),
      })
    })

    test.each(['', 'plain text', '$2y$10$short'])(
      'an account with %j for a hash cannot log in',
      async (stored) => {
        const forum = await open()
        const user = await makeUser(forum, { password: stored })
        for (const password of ['', ' ', 'password']) {
          const answer = await forum.guest().post('/api/token', { identification: user.username, password })
          expect(answer.status).toBe(401)
        }
      },
    )

    test('an imported bcrypt hash is accepted, and replaced at the next log-in', async () => {
      const forum = await open()
      const imported = await bcrypt('too-obscure', { cost: 4, version: '2y' })
      const user = await makeUser(forum, { password: imported })
      const credentials = { identification: user.username, password: 'too-obscure' }
      expect((await forum.guest().post('/api/token', credentials)).status).toBe(200)
      const { password } = await forum.current.database.read
        .selectFrom('users')
        .select('password')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(password).toMatch(/^\$argon2id\$/)
      expect((await forum.guest().post('/api/token', credentials)).status).toBe(200)
    })
  })

  describe('POST /login', () => {
    test('B274 a wrong password is a 401 document that still carries the session', async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      const answer = await browser.post('/login', { ...right, password: 'wrong' })
      expect({ status: answer.status, code: answer.body.errors[0]?.code }).toEqual({
        status: 401,
        code: 'not_authenticated',
      })
      expect(answer.headers['x-csrf-token']).toBe(browser.csrfToken)
      expect(answer.headers['content-type']).toBe('application/vnd.api+json')
    })

    test('B275 correct credentials log in', async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      const answer = await browser.post('/login', right)
      expect({ status: answer.status, userId: answer.body.userId }).toEqual({ status: 200, userId: 1 })
      const { body } = await browser.get('/api')
      expect(body.included?.find(({ type }) => type === 'users')?.attributes).toMatchObject({ isAdmin: true })
    })

    test('the form ignores blanks around the name, which the API does not', async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      const { csrfToken } = browser
      const typed = { ...right, identification: ` ${right.identification} ` }
      expect((await browser.post('/login', typed)).status).toBe(401)
      expect((await browser.postForm('/login', { ...typed, csrfToken })).status).toBe(303)
    })

    test('works as a form without JavaScript, too', async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      const { csrfToken } = browser
      const done = await browser.postForm('/login', { ...right, remember: '1', csrfToken })
      expect({ status: done.status, location: done.headers.location }).toEqual({
        status: 303,
        location: 'http://localhost/',
      })
      expect(browser.cookies.parley_remember).toBeDefined()
      expect((await browser.get('/login')).status).toBe(303)
    })

    test.each([
      ['/d/1?x=y', 'http://localhost/d/1?x=y'],
      ['/u/müller', 'http://localhost/u/m%C3%BCller'],
      ['/login?return=/login', 'http://localhost/'],
      ['//evil.example/', 'http://localhost/'],
      ['/\\evil.example/', 'http://localhost/'],
      ['https://evil.example/', 'http://localhost/'],
    ])('the form with return=%s leads to %s, and so does its page afterwards', async (requested, target) => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      const { csrfToken } = browser
      const done = await browser.postForm('/login', { ...right, return: requested, csrfToken })
      expect({ status: done.status, location: done.headers.location }).toEqual({
        status: 303,
        location: target,
      })
      const page = await browser.get(`/login?${new URLSearchParams({ return: requested })}`)
      expect({ status: page.status, location: page.headers.location }).toEqual({
        status: 303,
        location: target,
      })
    })

    test('signing up works as a form without JavaScript', async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      const { csrfToken } = browser
      const sent = { username: 'new', email: 'new@example.org', password: 'too-obscure', csrfToken }
      expect((await browser.postForm('/register', sent)).status).toBe(303)
      expect((await browser.get('/api')).body.data.relationships?.actor?.data.id).toBe('2')
    })
  })

  describe('GET /logout', () => {
    const loggedIn = async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      await browser.post('/login', { ...right, remember: true })
      return { forum, browser }
    }
    const tokens = async (forum: TestForum) =>
      (await forum.current.database.read.selectFrom('access_tokens').select('id').execute()).length

    test('without the token asks for confirmation', async () => {
      const { forum, browser } = await loggedIn()
      const page = await browser.get('/logout?token=wrong')
      expect(page.status).toBe(200)
      const [, token] = /\/logout\?token=([0-9a-f]{40})/.exec(page.text) ?? []
      expect(token).not.toBe(browser.csrfToken)
      expect(await tokens(forum)).toBe(1)
      expect((await browser.get(`/logout?token=${token}`)).status).toBe(302)
    })

    test('with the token ends the session, here and in the database', async () => {
      const { forum, browser } = await loggedIn()
      const old = { ...browser.cookies }
      const answer = await browser.get(`/logout?token=${browser.csrfToken}`)
      expect({ status: answer.status, location: answer.headers.location }).toEqual({
        status: 302,
        location: 'http://localhost/',
      })
      expect(await tokens(forum)).toBe(0)
      expect(browser.cookies.parley_remember).toBeUndefined()
      const cookie = `parley_session=${old.parley_session}; parley_remember=${old.parley_remember}`
      expect((await forum.guest().get('/api', { cookie })).body.data.relationships?.actor).toBeUndefined()
    })

    test.each([
      ['https://evil.example/', 'http://localhost/'],
      ['//evil.example/', 'http://localhost/'],
      ['javascript:alert(1)', 'http://localhost/'],
      ['http://localhost@evil.example/', 'http://localhost/'],
      ['http://localhost/d/1', 'http://localhost/d/1'],
      ['/d/1', 'http://localhost/d/1'],
    ])('B376 return=%s leads to %s', async (requested, target) => {
      const forum = await open()
      const answer = await forum.guest().get(`/logout?return=${encodeURIComponent(requested)}`)
      expect({ status: answer.status, location: answer.headers.location }).toEqual({
        status: 302,
        location: target,
      })
    })
  })
})
