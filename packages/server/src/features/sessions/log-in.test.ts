import { setTimeout as sleep } from 'node:timers/promises'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { admin, eachTestForum, makeUser, type TestForum } from '@parley/testing'
import { costRatio } from '@parley/testing/growth'
import { describe, expect, test } from 'vitest'
import { hashPassword, isOutdatedHash, verifyPassword } from '../users/passwords.ts'

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

  describe('limits on failures', () => {
    const limits = {
      failedLoginsPerName: { points: 2, seconds: 900 },
      failedLoginsPerAccount: { points: 2, seconds: 900 },
      failedLoginsPerAddress: { points: 4, seconds: 900 },
    }
    const wrong = { identification: 'admin', password: 'wrong' }

    test('per name, in all equivalent spellings; successes do not count', async () => {
      const forum = await open({ rateLimits: limits })
      const post = (body: object) => forum.guest().post('/api/token', body)
      for (let i = 0; i < 3; i++) expect((await post(right)).status).toBe(200)
      expect((await post(wrong)).status).toBe(401)
      expect((await post({ ...wrong, identification: 'Ädmin' })).status).toBe(401)
      const refused = await post(right)
      expect({ status: refused.status, errors: refused.body.errors }).toEqual({
        status: 429,
        errors: [{ status: '429', code: 'too_many_requests' }],
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    })

    test('answers do not reveal which names and addresses belong to one account', async () => {
      const forum = await open({
        rateLimits: { ...limits, failedLoginsPerAddress: { points: 50, seconds: 900 } },
      })
      const guess = async (identification: string) => {
        const { status, text, headers } = await forum
          .guest()
          .post('/api/token', { identification, password: 'wrong' })
        return { status, text, retryAfter: headers['retry-after'] }
      }
      // Name of an account, unknown name, address of the account, unknown address.
      const answers = new Map<string, Awaited<ReturnType<typeof guess>>[]>()
      const order = [admin.username, 'missing', admin.email, 'missing@machine.local']
      for (const name of order) {
        answers.set(name, [])
        for (let i = 0; i < 4; i++) answers.get(name)?.push(await guess(name))
      }
      expect(answers.get(admin.username)?.map(({ status }) => status)).toEqual([401, 401, 429, 429])
      for (const name of order) expect(answers.get(name)).toEqual(answers.get(admin.username))
    })

    test('per account, under all its names: then a correct password is refused like a wrong one', async () => {
      const forum = await open({
        rateLimits: { ...limits, failedLoginsPerName: { points: 5, seconds: 900 } },
      })
      const post = (body: object) => forum.guest().post('/api/token', body)
      const refused = await post(wrong)
      expect(refused.status).toBe(401)
      expect((await post({ ...wrong, identification: admin.email })).status).toBe(401)
      for (const identification of [admin.username, admin.email]) {
        const answer = await post({ ...right, identification })
        expect({ status: answer.status, text: answer.text }).toEqual({ status: 401, text: refused.text })
      }
      expect(await forum.current.database.read.selectFrom('access_tokens').select('id').execute()).toEqual([])
    })

    test('concurrent guesses under several names stay within the limit of the account', async () => {
      const forum = await open({
        rateLimits: {
          ...limits,
          failedLoginsPerName: { points: 50, seconds: 900 },
          failedLoginsPerAddress: { points: 50, seconds: 900 },
        },
      })
      const guesses = Array.from({ length: 12 }, (_, index) =>
        forum.guest().post('/api/token', {
          identification: index % 2 ? admin.username : admin.email,
          password: index < 6 ? 'wrong' : admin.password,
        }),
      )
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      expect(statuses.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 401))
      for (const status of statuses) expect([200, 401]).toContain(status)
      expect((await forum.guest().post('/api/token', right)).status).toBe(401)
    })

    test('per name, also for concurrent guesses', async () => {
      const forum = await open({ rateLimits: limits })
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => forum.guest().post('/api/token', wrong)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 429, 429])
    })

    test('twenty wrong guesses at once count as twenty', async () => {
      const forum = await open({ rateLimits: {} })
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => forum.guest().post('/api/token', wrong)),
      )
      const statuses = answers.map(({ status }) => status)
      expect({
        unauthorized: statuses.filter((s) => s === 401).length,
        limited: statuses.filter((s) => s === 429).length,
      }).toEqual({ unauthorized: 20, limited: 5 })
      expect((await forum.guest().post('/api/token', right)).status).toBe(429)
    })

    test('correct passwords are never refused, however many log in at once', async () => {
      const forum = await open({ rateLimits: limits })
      const post = (body: object) => forum.guest().post('/api/token', body)
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => post(right)),
        post(wrong),
        ...Array.from({ length: 6 }, () => post(right)),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([401])
      expect((await post(right)).status).toBe(200)
    })

    test('a password that is changed during the log-in is refused', async () => {
      const forum = await open()
      const { database } = forum.current
      const password = await hashPassword('another one')
      const changed = Promise.withResolvers<void>()
      const change = database.transaction(async (db) => {
        await db.updateTable('users').set({ password }).where('id', '=', 1).execute()
        changed.resolve()
        await sleep(300)
      })
      await changed.promise
      // The stored password changes between its check and the creation of the token.
      expect((await forum.guest().post('/api/token', right)).status).toBe(401)
      await change
      expect(await database.read.selectFrom('access_tokens').select('id').execute()).toEqual([])
    })

    test('an imported account may log in many times at once', async () => {
      const forum = await open()
      const imported = await bcrypt('too-obscure', { cost: 4, version: '2y' })
      const { username } = await makeUser(forum, { password: imported })
      const credentials = { identification: username, password: 'too-obscure' }
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => forum.guest().post('/api/token', credentials)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })

    test('neither text nor timing reveals whether an account exists', async () => {
      const forum = await open()
      const imported = await bcrypt('too-obscure', { cost: 10, version: '2y' })
      const { username } = await makeUser(forum, { password: imported })
      const guess = async (identification: string) => {
        let isEarly = true
        const delay = sleep(240).then(() => {
          isEarly = false
        })
        const { status, text } = await forum
          .guest()
          .post('/api/token', { identification, password: 'not this one' })
        const guessed = { status, text, isEarly }
        await delay
        return guessed
      }
      await guess('admin')
      const [known, old, unknown, address] = [
        await guess('admin'),
        await guess(username),
        await guess('nobody'),
        await guess('nobody@example.org'),
      ]
      expect(known).toMatchObject({ isEarly: false })
      for (const answer of [old, unknown, address]) expect(answer).toEqual(known)
    })

    test('per address, over all accounts', async () => {
      const forum = await open({ rateLimits: limits })
      const post = (name: string) =>
        forum.guest().post('/api/token', { identification: name, password: 'wrong' })
      for (const name of ['a', 'b', 'c', 'd']) expect((await post(name)).status).toBe(401)
      expect((await post('e')).status).toBe(429)
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

describe('passwords', () => {
  test('are hashed with Argon2id as OWASP advises', async () => {
    const stored = await hashPassword('password')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(isOutdatedHash(stored)).toBe(false)
    expect(await verifyPassword('password', stored)).toBe(true)
    expect(await verifyPassword('passwore', stored)).toBe(false)
  })

  test('checking an account without a hash takes as long as one with a hash', async () => {
    const stored = await hashPassword('password')
    const verify = (hash: string) => async () => {
      for (let i = 0; i < 5; i++) await verifyPassword('wrong', hash)
    }
    await verifyPassword('x', '')
    const ratio = await costRatio(verify(''), verify(stored))
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})
