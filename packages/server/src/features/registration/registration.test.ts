import { admin, createTestForum, eachTestForum, makeUser, setSettings } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { moderators } from '../../points/context/actor.ts'

const account = { username: 'newcomer', email: 'newcomer@machine.local', password: 'too-obscure' }
const document = (attributes: Record<string, unknown>) => ({ data: { attributes } })

const required = ['username', 'email', 'password'].map((name) => ({
  status: '422',
  code: 'validation_error',
  detail: `The ${name} field is required.`,
  source: { pointer: `/data/attributes/${name}` },
}))

eachTestForum((open) => {
  test('B184 guests may register, unconfirmed', async () => {
    const forum = await open()
    const browser = forum.browser()
    await browser.get('/api')
    const { status, body } = await browser.post('/api/users', document(account))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      type: 'users',
      id: '2',
      attributes: {
        username: 'newcomer',
        displayName: 'newcomer',
        avatarUrl: null,
        slug: 'newcomer',
        joinTime: '2024-01-01T00:00:00+00:00',
        discussionCount: 0,
        commentCount: 0,
        canEdit: false,
        email: 'newcomer@machine.local',
        isEmailConfirmed: false,
        isAdmin: false,
        markedAllAsReadAt: null,
        preferences: { discloseOnline: true, indexProfile: true, locale: null },
      },
    })
    expect(body.included).toBeUndefined()
    expect(JSON.stringify(body)).not.toContain('password')
  })

  test('names and addresses are unique ignoring case', async () => {
    const forum = await open()
    const browser = forum.browser()
    await browser.get('/api')
    const taken = { username: 'ADMIN', email: 'Admin@Machine.local', password: 'too-obscure' }
    const { status, body } = await browser.post('/api/users', document(taken))
    expect(status).toBe(422)
    expect(body.errors.map(({ source }) => source?.pointer)).toEqual([
      '/data/attributes/username',
      '/data/attributes/email',
    ])
  })

  test('concurrent registrations of one name make one account, the others are 422', async () => {
    const forum = await open()
    const browser = forum.browser()
    await browser.get('/api')
    const send = () => browser.post('/api/users', document(account))
    const answers = await Promise.all(Array.from({ length: 6 }, send))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
    expect(forum.logged).toEqual([])
  })
})

describe('registration', () => {
  test('B190 every invalid field has its error, in order', async () => {
    const forum = await createTestForum()
    const browser = forum.browser()
    await browser.get('/api')
    for (const path of ['/register', '/api/users']) {
      const { status, body, headers } = await browser.post(path, {})
      expect({ status, body }).toEqual({ status: 422, body: { errors: required } })
      expect(headers['content-type']).toBe('application/vnd.api+json')
      expect(headers['x-csrf-token']).toBe(path === '/register' ? browser.csrfToken : undefined)
    }
  })

  test.each([
    ['username', 'ab'],
    ['username', 'a'.repeat(31)],
    ['username', 'with space'],
    ['username', 'with.dot'],
    ['username', "x' or 1=1--"],
    ['username', ['array']],
    ['username', { a: 1 }],
    ['username', true],
    ['email', 'nonsense'],
    ['email', `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example.org`],
    ['email', '<script>@example.org'],
    ['password', 'seven77'],
    ['password', 'x'.repeat(1001)],
    ['password', '        '],
    ['password', null],
  ])('B362 B364 %s %j is refused', async (name, value) => {
    const forum = await createTestForum()
    const browser = forum.browser()
    await browser.get('/api')
    const { status, body } = await browser.post('/api/users', document({ ...account, [name]: value }))
    expect({ status, pointers: body.errors.map(({ source }) => source?.pointer) }).toEqual({
      status: 422,
      pointers: [`/data/attributes/${name}`],
    })
    expect(body.errors[0]?.detail).not.toContain('%')
    expect(forum.logged).toEqual([])
  })

  test('B365 several violated rules of a field are lines of one error', async () => {
    const forum = await createTestForum()
    const browser = forum.browser()
    await browser.get('/api')
    const { body } = await browser.post('/api/users', document({ ...account, username: '.' }))
    expect(body.errors).toHaveLength(1)
    expect(body.errors[0]?.detail?.split('\n')).toHaveLength(2)
  })

  test('B185 administrators may confirm the account at once, others may not', async () => {
    const forum = await createTestForum()
    const isConfirmed = async (client: { post: (typeof asAdmin)['post'] }, username: string) => {
      const attributes = { ...account, username, email: `${username}@example.org`, isEmailConfirmed: 1 }
      return (await client.post('/api/users', document(attributes))).body.data.attributes.isEmailConfirmed
    }
    const asAdmin = await forum.as(admin)
    expect(await isConfirmed(asAdmin, 'one')).toBe(true)
    expect(await isConfirmed(await forum.as(await makeUser(forum)), 'two')).toBe(false)
  })

  test('while sign-up is closed, only administrators register accounts', async () => {
    const forum = await createTestForum()
    await setSettings(forum, { allow_sign_up: '0' })
    const browser = forum.browser()
    const page = await browser.get('/register')
    expect({ status: page.status, explains: page.text.includes('Sign-ups are closed') }).toEqual({
      status: 403,
      explains: true,
    })
    expect((await (await forum.browserOf(admin)).get('/register')).status).toBe(303)
    await browser.get('/api')
    expect((await browser.post('/register', account)).body.errors[0]?.code).toBe('permission_denied')
    expect((await (await forum.as(admin)).post('/api/users', document(account))).status).toBe(201)
  })

  test('B191 B367 /register logs the new account in for years', async () => {
    const forum = await createTestForum()
    const browser = forum.browser()
    await browser.get('/api')
    const { status, body } = await browser.post('/register', account)
    expect({ status, isEmailConfirmed: body.data.attributes.isEmailConfirmed }).toEqual({
      status: 201,
      isEmailConfirmed: false,
    })
    expect(browser.cookies.parley_remember).toMatch(/^[A-Za-z0-9]{40}$/)
    expect((await browser.get('/api')).body.data.relationships?.actor?.data.id).toBe('2')
  })

  test('an unconfirmed account has the permissions of guests', async () => {
    const forum = await createTestForum()
    const client = await forum.as(
      await makeUser(forum, { is_email_confirmed: false, groupIds: [moderators] }),
    )
    expect((await client.get('/api')).body.data.attributes.canStartDiscussion).toBe(false)
    expect((await client.get('/api/users')).status).toBe(403)
  })

  test('registrations from one address are limited per hour', async () => {
    const limit = { registrationsPerAddress: { points: 2, seconds: 3600 } }
    const forum = await createTestForum({ rateLimits: limit })
    const browser = forum.browser()
    await browser.get('/api')
    const register = (username: string) =>
      browser.post('/api/users', document({ ...account, username, email: `${username}@example.org` }))
    expect((await register('one')).status).toBe(201)
    expect((await register('x')).status).toBe(422)
    expect((await register('two')).status).toBe(201)
    const refused = await register('three')
    expect({ status: refused.status, code: refused.body.errors[0]?.code }).toEqual({
      status: 429,
      code: 'too_many_requests',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  })

  test('the limit holds for concurrent registrations, and failed ones do not count', async () => {
    const limit = { registrationsPerAddress: { points: 3, seconds: 3600 } }
    const forum = await createTestForum({ rateLimits: limit })
    const browser = forum.browser()
    await browser.get('/api')
    const register = (username: string, email = `${username}@example.org`) =>
      browser.post('/api/users', document({ ...account, username, email }))
    const same = await Promise.all(['one', 'two'].map((name) => register(name, 'same@example.org')))
    expect(same.map(({ status }) => status).sort()).toEqual([201, 422])
    const burst = await Promise.all(Array.from({ length: 6 }, (_, index) => register(`burst${index}`)))
    expect(burst.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429, 429])
  })
})
