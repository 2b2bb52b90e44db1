import {
  admin,
  createTestForum,
  eachTestForum,
  grant,
  makeGroup,
  makeUser,
  setSettings,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { administrators, everyone, moderators } from '../../points/context/actor.ts'

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

  test('B217 B218 B221 profiles are found by id and by name, ignoring case', async () => {
    const forum = await open()
    await makeUser(forum, { username: 'Normal' })
    for (const path of ['/api/users/2', '/api/users/Normal?bySlug=true', '/api/users/nORMAL?bySlug=1']) {
      const { status, body } = await forum.guest().get(path)
      expect({ status, id: body.data.id }).toEqual({ status: 200, id: '2' })
    }
    expect((await forum.guest().get('/api/users/2?bySlug=1')).status).toBe(404)
  })

  test('B197 users are filtered by group, hidden groups only for those who see them', async () => {
    const forum = await open()
    const hidden = await makeGroup(forum, { is_hidden: true })
    const user = await makeUser(forum, { groupIds: [hidden.id, moderators] })
    const ids = async (client: Awaited<ReturnType<typeof forum.as>>, group: string) =>
      (await client.get(`/api/users?filter[group]=${group}`)).body.data.map(({ id }) => Number(id))
    const [asAdmin, asUser] = [await forum.as(admin), await forum.as(user)]
    expect(await ids(asAdmin, `${administrators}`)).toEqual([admin.id])
    expect(await ids(asAdmin, `${hidden.id}`)).toEqual([user.id])
    expect(await ids(asUser, `${hidden.id}`)).toEqual([])
    expect(await ids(asUser, 'mod')).toEqual([user.id])
    expect(await ids(asUser, `MODS,${administrators}`)).toEqual([admin.id, user.id])
    expect(await ids(asUser, `${everyone}`)).toEqual([])
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

describe('profiles', () => {
  test('B220 without viewForum users see only themselves', async () => {
    const forum = await createTestForum()
    await grant(forum, 'viewForum', [])
    const user = await makeUser(forum)
    const client = await forum.as(user)
    expect((await client.get(`/api/users/${user.id}`)).status).toBe(200)
    expect((await client.get('/api/users/1')).status).toBe(404)
    expect((await forum.guest().get('/api/users/1')).status).toBe(404)
    expect((await forum.guest().get('/api/users/admin?bySlug=true')).status).toBe(404)
  })

  test('B223 are answered without the permission searchUsers', async () => {
    const forum = await createTestForum()
    await grant(forum, 'searchUsers', [])
    const client = await forum.as(await makeUser(forum))
    expect((await client.get('/api/users/admin?bySlug=true')).status).toBe(200)
  })

  test.each(['1x', 'x', '-1', '1.5', '99999999999999999999', "1'--", '%00', '0'])(
    'id %s is 404',
    async (id) => {
      const forum = await createTestForum()
      expect((await forum.guest().get(`/api/users/${id}`)).status).toBe(404)
    },
  )

  test('B106 groups are included, hidden ones with the permission only', async () => {
    const forum = await createTestForum()
    const hidden = await makeGroup(forum, { is_hidden: true })
    const user = await makeUser(forum, { groupIds: [moderators, hidden.id] })
    const groups = async (client: Awaited<ReturnType<typeof forum.as>>) =>
      (await client.get(`/api/users/${user.id}`)).body.data.relationships?.groups?.data.map(({ id }) => id)
    expect(await groups(forum.guest())).toEqual([String(moderators)])
    expect(await groups(await forum.as(admin))).toEqual([String(moderators), String(hidden.id)])
  })

  test('the address is visible to its owner and to actors who may change it', async () => {
    const forum = await createTestForum()
    const [user, other] = [await makeUser(forum), await makeUser(forum)]
    const email = async (client: Awaited<ReturnType<typeof forum.as>>) =>
      (await client.get(`/api/users/${user.id}`)).body.data.attributes.email
    expect(await email(forum.guest())).toBeUndefined()
    expect(await email(await forum.as(other))).toBeUndefined()
    expect(await email(await forum.as(user))).toBe(user.email)
    expect(await email(await forum.as(admin))).toBe(user.email)
  })

  test('the last visit is hidden if its owner’s preference says so', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum, {
      last_seen_at: '2023-01-01T00:00:00.000Z',
      preferences: '{"discloseOnline":false}',
    })
    const seen = async (client: Awaited<ReturnType<typeof forum.as>>) =>
      (await client.get(`/api/users/${user.id}`)).body.data.attributes.lastSeenAt
    expect(await seen(forum.guest())).toBeUndefined()
    expect(await seen(await forum.as(await makeUser(forum, { groupIds: [moderators] })))).toBe(
      '2023-01-01T00:00:00+00:00',
    )
  })

  test('moderators may not change an administrator’s credentials', async () => {
    const forum = await createTestForum()
    await grant(forum, 'user.editCredentials', [moderators])
    const client = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const other = await makeUser(forum)
    expect((await client.get('/api/users/1')).body.data.attributes.canEditCredentials).toBe(false)
    expect((await client.get(`/api/users/${other.id}`)).body.data.attributes.canEditCredentials).toBe(true)
  })
})

test('B295 with the id driver the slug is the id, and names are not slugs', async () => {
  const forum = await createTestForum()
  await setSettings(forum, { 'slug_driver_Flarum\\User\\User': 'id' })
  expect((await forum.guest().get('/api/users/1')).body.data.attributes.slug).toBe('1')
  expect((await forum.guest().get('/api/users/1?bySlug=1')).status).toBe(200)
  expect((await forum.guest().get('/api/users/admin?bySlug=1')).status).toBe(404)
})

describe('the list of users', () => {
  test('B193 B194 requires searchUsers, and is sorted by id', async () => {
    const forum = await createTestForum()
    await makeUser(forum)
    expect((await forum.guest().get('/api/users')).body.errors[0]?.code).toBe('permission_denied')
    await grant(forum, 'searchUsers', [everyone])
    const { status, body } = await forum.guest().get('/api/users')
    expect({ status, ids: body.data.map(({ id }) => id) }).toEqual({ status: 200, ids: ['1', '2'] })
  })

  test('B196 sorting by the last visit requires the permission to see it', async () => {
    const forum = await createTestForum()
    const asMember = await forum.as(await makeUser(forum))
    expect((await asMember.get('/api/users?sort=lastSeenAt')).body.errors[0]?.code).toBe('invalid_parameter')
    expect((await (await forum.as(admin)).get('/api/users?sort=-lastSeenAt')).status).toBe(200)
    expect((await asMember.get('/api/users?sort=-commentCount,username')).status).toBe(200)
  })

  test('B199 B200 the filter by address requires user.edit, else it is ignored', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum)
    const ids = async (client: Awaited<ReturnType<typeof forum.as>>, key: string) =>
      (await client.get(`/api/users?filter[${key}]=Admin@machine.local`)).body.data.map(({ id }) => id)
    expect(await ids(await forum.as(admin), 'email')).toEqual(['1'])
    expect(await ids(await forum.as(admin), '-email')).toEqual(['2'])
    expect(await ids(await forum.as(user), 'email')).toEqual(['1', '2'])
  })
})

describe('changes of an account', () => {
  test('B224 an empty change is answered with one’s own document', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum)
    const { status, body } = await (await forum.as(user)).patch(`/api/users/${user.id}`, {})
    expect({ status, email: body.data.attributes.email }).toEqual({ status: 200, email: user.email })
  })

  test('B380 B232 B314 preferences are merged; unknown ones are ignored', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum, { preferences: '{"discloseOnline":false,"fromAnExtension":7}' })
    const client = await forum.as(user)
    const patch = (preferences: unknown) => client.patch(`/api/users/${user.id}`, document({ preferences }))
    const { status, body } = await patch({ indexProfile: [], unknown: 1, locale: 'en' })
    expect({ status, preferences: body.data.attributes.preferences }).toEqual({
      status: 200,
      preferences: {
        discloseOnline: false,
        indexProfile: false,
        locale: 'en',
        notify_discussionRenamed_alert: true,
      },
    })
    const stored = await forum.current.database.read
      .selectFrom('users')
      .select('preferences')
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(JSON.parse(stored?.preferences ?? '')).toMatchObject({ fromAnExtension: 7 })
  })

  test.each([{ locale: { a: 1 } }, { locale: ['x'] }, 'text', 7, ['x']])(
    'preferences %j are refused and change nothing',
    async (preferences) => {
      const forum = await createTestForum()
      const client = await forum.as(admin)
      const attributes = { preferences, markedAllAsReadAt: true }
      const { status, body } = await client.patch('/api/users/1', document(attributes))
      expect({ status, pointer: body.errors[0]?.source?.pointer }).toEqual({
        status: 422,
        pointer: '/data/attributes/preferences',
      })
      expect((await client.get('/api/users/1')).body.data.attributes.markedAllAsReadAt).toBeNull()
    },
  )

  test('B250 B251 preferences and the time of reading can be changed by their owner only', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum)
    const client = await forum.as(admin)
    for (const attributes of [{ preferences: { locale: 'en' } }, { markedAllAsReadAt: '2020-01-01' }]) {
      expect((await client.patch(`/api/users/${user.id}`, document(attributes))).status).toBe(403)
    }
    expect((await client.patch(`/api/users/${user.id}`, document({ markedAllAsReadAt: 0 }))).status).toBe(200)
  })

  test('marking all as read stores the server’s time', async () => {
    const forum = await createTestForum()
    const client = await forum.as(admin)
    const { body } = await client.patch('/api/users/1', document({ markedAllAsReadAt: '2000-01-01' }))
    expect(body.data.attributes.markedAllAsReadAt).toBe('2024-01-01T00:00:00+00:00')
  })
})
