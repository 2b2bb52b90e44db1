import {
  type ApiClient,
  admin,
  eachTestForum,
  makeDiscussion,
  makeUser,
  notificationsExtension,
  notify,
  setSettings,
  type TestForum,
} from '@parley/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hashPassword } from '../../features/users/passwords.ts'
import { moderators } from '../../points/context/actor.ts'

const password = 'long enough'
const data = (attributes: object, more: object = {}) => ({ data: { attributes, ...more } })

/** Sends as the client does: a POST that names its method in a header. */
function sendOverridden(client: ApiClient, method: string, path: string, body: object = {}) {
  return client.post(path, body, { 'x-http-method-override': method })
}

async function scene(forum: TestForum) {
  const columns = { username: 'mira', email: 'mira@machine.local', password: await hashPassword(password) }
  const user = await makeUser(forum, columns)
  const discussion = await makeDiscussion(forum, {
    user_id: user.id,
    title: 'Tea and biscuits',
    slug: 'tea-and-biscuits',
    posts: [{ content: 'tea' }, { content: 'biscuits' }, { content: 'more tea' }],
  })
  await notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject: discussion }, [user.id])
  return {
    user,
    id: discussion.id,
    first: discussion.first_post_id ?? 0,
    member: await forum.browserOf(user),
  }
}

const avatar = async () => {
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: '#369' } })
  const form = new FormData()
  form.set(
    'avatar',
    new Blob([new Uint8Array(await image.png().toBuffer())], { type: 'image/png' }),
    'me.png',
  )
  return form
}

eachTestForum((open) => {
  test('the reads of the client find what it expects', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const { user, id, first, member } = await scene(forum)
    const reads: Record<string, { length?: number; includes?: string[]; id?: number }> = {
      [`/api/discussions/${id}-tea-and-biscuits?bySlug=true&page[near]=2`]: {
        id,
        includes: ['posts', 'users'],
      },
      '/api/discussions?include=user,lastPostedUser&page[offset]=0': { length: 1, includes: ['users'] },
      '/api/discussions?filter[author]=mira&sort=-createdAt': { length: 1 },
      '/api/discussions?sort=-lastPostedAt': { length: 1 },
      '/api/discussions?sort=-commentCount': { length: 1 },
      '/api/discussions?sort=createdAt': { length: 1 },
      '/api/discussions?filter[q]=tea&sort=&include=user,lastPostedUser,mostRelevantPost,mostRelevantPost.user':
        {
          length: 1,
          includes: ['posts', 'users'],
        },
      '/api/discussions?filter[q]=tea&page[limit]=3&include=mostRelevantPost': {
        length: 1,
        includes: ['posts'],
      },
      [`/api/posts?filter[discussion]=${id}&page[near]=3`]: { length: 3, includes: ['discussions'] },
      [`/api/posts?filter[id]=${first},${first + 2}`]: { length: 2 },
      '/api/posts?filter[author]=mira&filter[type]=comment&page[offset]=0&page[limit]=20&sort=-createdAt': {
        length: 3,
      },
      '/api/users?filter[q]=mir&page[limit]=5': { length: 1 },
      '/api/users/mira?bySlug=true': { id: user.id },
      [`/api/access-tokens?filter[user]=${user.id}`]: { length: 1 },
      '/api/notifications?page[limit]=20': { length: 1, includes: ['discussions', 'users'] },
      [`/api/users/${user.id}`]: { id: user.id },
      [`/api/users?filter[id]=1,${user.id}`]: { length: 2 },
      [`/api/discussions?filter[id]=${id}`]: { length: 1 },
      '/api/groups?filter[id]=1,2,3': { length: 3 },
    }
    for (const [path, { length, includes = [], id: expectedId }] of Object.entries(reads)) {
      const { status, body } = await member.get(path)
      const types = new Set(body.included?.map(({ type }) => type))
      const isList = expectedId === undefined
      const found = isList ? { length: body.data?.length } : { id: body.data?.id }
      const expected = isList ? { length } : { id: String(expectedId) }
      const missing = includes.filter((type) => !types.has(type))
      expect({ path, status, ...found, missing }).toEqual({ path, status: 200, ...expected, missing: [] })
    }
  })

  test('the writes of the client succeed', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    await setSettings(forum, { allow_post_editing: '-1', allow_hide_own_posts: '-1', allow_renaming: '-1' })
    const { user, id, first, member } = await scene(forum)
    const administrator = await forum.browserOf(1)
    const other = await makeUser(forum)
    const own = `/api/users/${user.id}`
    const token = await member.post('/api/access-tokens', data({ title: 'A program' }))
    expect(token.status).toBe(403)
    const developer = (await administrator.post('/api/access-tokens', data({ title: 'A program' }))).body.data
    const [notification] = (await member.get('/api/notifications')).body.data
    const discussion = { data: { type: 'discussions', id: String(id) } }
    const groups = { relationships: { groups: { data: [{ type: 'groups', id: String(moderators) }] } } }
    forum.clock.advance(11)
    const started = await member.post('/api/discussions', data({ title: 'A new one', content: 'x' }))
    expect(started.status).toBe(201)
    forum.clock.advance(11)
    const writes: [ApiClient, string, string, object, number][] = [
      [member, 'PATCH', `/api/notifications/${notification?.id}`, data({ isRead: true }), 200],
      [member, 'POST', '/api/posts', data({ content: 'A reply' }, { relationships: { discussion } }), 201],
      [member, 'PATCH', `/api/posts/${first}`, data({ content: 'Tea!' }), 200],
      [member, 'PATCH', `/api/posts/${first}`, data({ isHidden: true }), 200],
      [member, 'PATCH', `/api/posts/${first}`, data({ isHidden: false }), 200],
      [administrator, 'DELETE', `/api/posts/${first + 1}`, {}, 204],
      [member, 'PATCH', `/api/discussions/${id}`, data({ title: 'Coffee' }), 200],
      [member, 'PATCH', `/api/discussions/${id}`, data({ lastReadPostNumber: 3 }), 200],
      [member, 'PATCH', `/api/discussions/${id}`, data({ isHidden: true }), 200],
      [administrator, 'DELETE', `/api/discussions/${id}`, {}, 204],
      [member, 'PATCH', own, data({ markedAllAsReadAt: new Date().toISOString() }), 200],
      [member, 'PATCH', own, data({ preferences: { discloseOnline: false, locale: 'en' } }), 200],
      [member, 'PATCH', own, { ...data({ email: 'new@machine.local' }), meta: { password } }, 200],
      [
        administrator,
        'PATCH',
        own,
        data({ username: 'mirabel', isEmailConfirmed: true, password: 'longer still' }),
        200,
      ],
      [administrator, 'PATCH', own, { data: groups }, 200],
      [administrator, 'DELETE', `/api/users/${other.id}`, {}, 204],
    ]
    for (const [client, method, path, body, expected] of writes) {
      const { status, text } = await sendOverridden(client, method, path, body)
      const failure = status >= 400 ? text : ''
      expect({ method, path, status, failure }).toEqual({ method, path, status: expected, failure: '' })
    }
    // The new password has ended the session.
    const again = await forum.browserOf(user)
    const further: [ApiClient, string, string, object, number][] = [
      [again, 'DELETE', `${own}/avatar`, {}, 200],
      [again, 'POST', '/api/notifications/read', {}, 204],
      [again, 'DELETE', '/api/notifications', {}, 204],
      [again, 'DELETE', '/api/sessions', {}, 204],
      [administrator, 'DELETE', `/api/access-tokens/${developer.id}`, {}, 204],
      [again, 'POST', '/api/forgot', { email: 'mira@machine.local' }, 204],
      [again, 'POST', '/global-logout', {}, 204],
    ]
    expect(
      (await again.postFiles(`${own}/avatar`, await avatar(), { 'x-csrf-token': again.csrfToken })).status,
    ).toBe(200)
    for (const [client, method, path, body, expected] of further) {
      const { status } = await (path.startsWith('/api')
        ? sendOverridden(client, method, path, body)
        : client.post(path, body))
      expect({ method, path, status }).toEqual({ method, path, status: expected })
    }
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('the client registers, logs out and logs in', async () => {
    const forum = await open()
    const browser = forum.browser()
    await browser.get('/api')
    const account = { username: 'newcomer', email: 'newcomer@machine.local', password }
    expect((await browser.post('/register', account)).status).toBe(201)
    const { id } = (await browser.get('/api/users/newcomer?bySlug=true')).body.data
    forum.clock.advance(301)
    expect((await browser.post(`/api/users/${id}/send-confirmation`)).status).toBe(204)
    expect((await browser.get(`/logout?token=${browser.csrfToken}`)).status).toBe(302)
    await browser.get('/api')
    const login = await browser.post('/login', { identification: 'newcomer', password, remember: true })
    expect({ status: login.status, userId: login.body.userId }).toEqual({ status: 200, userId: Number(id) })
    expect(login.cookies.parley_remember).toBeTruthy()
  })

  test('each error for which the client has a text has the code and pointers that select it', async () => {
    const forum = await open({
      extensions: [notificationsExtension],
      rateLimits: { registrationsPerAddress: { points: 1, seconds: 60 } },
    })
    const { user, id, first, member } = await scene(forum)
    forum.clock.advance(11)
    const guest = forum.browser()
    await guest.get('/api')
    const stranger = await forum.browserOf(await makeUser(forum))
    const own = `/api/users/${user.id}`
    const discussion = (discussionId: number) => ({
      relationships: { discussion: { data: { id: String(discussionId) } } },
    })
    const emailed = { ...data({ email: 'new@machine.local' }), meta: { password: 'wrong' } }
    const cases: [string, ApiClient, string, string, object, number, string, string[]?][] = [
      [
        'wrong log-in',
        guest,
        'POST',
        '/login',
        { identification: 'mira', password: 'x' },
        401,
        'not_authenticated',
      ],
      ['wrong password', member, 'PATCH', own, emailed, 401, 'not_authenticated'],
      ['guests', guest, 'DELETE', '/api/sessions', {}, 401, 'not_authenticated'],
      [
        'strangers rename',
        stranger,
        'PATCH',
        `/api/discussions/${id}`,
        data({ title: 'Mine' }),
        403,
        'permission_denied',
      ],
      [
        'strangers edit',
        stranger,
        'PATCH',
        `/api/posts/${first}`,
        data({ content: 'Mine' }),
        403,
        'permission_denied',
      ],
      ['strangers’ avatars', stranger, 'DELETE', `${own}/avatar`, {}, 403, 'permission_denied'],
      ['deleting users', stranger, 'DELETE', own, {}, 403, 'permission_denied'],
      ['the first account', await forum.browserOf(1), 'DELETE', '/api/users/1', {}, 403, 'permission_denied'],
      ['a missing post', member, 'PATCH', '/api/posts/9999', data({ content: 'x' }), 404, 'not_found'],
      [
        'a reply to a missing discussion',
        member,
        'POST',
        '/api/posts',
        data({ content: 'x' }, discussion(999)),
        404,
        'not_found',
      ],
      ['others’ tokens', stranger, 'DELETE', '/api/access-tokens/1', {}, 404, 'not_found'],
      [
        'an empty reply',
        member,
        'POST',
        '/api/posts',
        data({ content: '' }, discussion(id)),
        422,
        'validation_error',
        ['content'],
      ],
      [
        'a short title',
        member,
        'POST',
        '/api/discussions',
        data({ title: 'x', content: 'y' }),
        422,
        'validation_error',
        ['title'],
      ],
      [
        'no account',
        guest,
        'POST',
        '/register',
        {},
        422,
        'validation_error',
        ['username', 'email', 'password'],
      ],
      [
        'a name twice',
        guest,
        'POST',
        '/register',
        { ...admin, email: 'a@machine.local' },
        422,
        'validation_error',
        ['username'],
      ],
      ['no address', guest, 'POST', '/api/forgot', { email: 'x' }, 422, 'validation_error', ['email']],
      ['no avatar', member, 'POST', `${own}/avatar`, {}, 422, 'validation_error', ['avatar']],
      [
        'far too much',
        member,
        'POST',
        '/api/posts',
        data({ content: 'x'.repeat(11_000_000) }),
        413,
        'payload_too_large',
      ],
    ]
    for (const [name, client, method, path, body, expected, code, fields] of cases) {
      const send = path.startsWith('/api')
        ? sendOverridden(client, method, path, body)
        : client.post(path, body)
      const { status, body: answer } = await send
      expect({ name, status, code: answer.errors?.[0]?.code }).toEqual({ name, status: expected, code })
      if (!fields) continue
      const pointers = answer.errors.map(({ source }) => source?.pointer)
      const hasTexts = answer.errors.every(({ detail }) => detail && !detail.includes('%'))
      expect({ name, pointers, hasTexts }).toEqual({
        name,
        pointers: fields.map((field) => `/data/attributes/${field}`),
        hasTexts: true,
      })
    }
    const register = (username: string) =>
      guest.post('/register', { username, email: `${username}@machine.local`, password })
    expect((await register('first')).status).toBe(201)
    const limited = await register('second')
    expect({ status: limited.status, code: limited.body.errors[0]?.code }).toEqual({
      status: 429,
      code: 'too_many_requests',
    })
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    // The answer does not reveal whether an address has an account: the client's text for 404 is never needed.
    expect((await stranger.post('/api/forgot', { email: 'nobody@machine.local' })).status).toBe(204)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
