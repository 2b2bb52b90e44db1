import {
  type ApiClient,
  actorOf,
  admin,
  createTestForum,
  eachTestForum,
  makeUser,
  openForm,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { createAccessToken } from '../access-tokens/tokens.ts'
import { createEmailToken, createPasswordToken } from './tokens.ts'

const password = 'a new password'
const good = { password, password_confirmation: password }

const count = async (forum: TestForum, table: 'email_tokens' | 'password_tokens') =>
  (await forum.current.database.read.selectFrom(table).selectAll().execute()).length

const tokenFor = (forum: TestForum, userId: number) =>
  forum.current.database.transaction((db) => createPasswordToken(db, { userId, now: forum.clock.now() }))

const logIn = async (forum: TestForum, given: string) =>
  (await forum.guest().post('/api/token', { identification: 'admin', password: given })).status

/** Opens the page of a token and sends its form. */
async function submit(browser: ApiClient, token: string, fields: Record<string, string>) {
  const { page, csrfToken } = await openForm(browser, `/reset/${token}`)
  return { page, answer: await browser.postForm('/reset', { csrfToken, passwordToken: token, ...fields }) }
}

async function forgot(client: ApiClient, email: unknown) {
  if (client.csrfToken === '') await client.get('/api')
  return client.post('/api/forgot', { email })
}

eachTestForum((open) => {
  test('B350 B373 B374 a mailed link sets a new password, logs in and ends every other session', async () => {
    const forum = await open()
    const make = (type: 'session' | 'session_remember' | 'developer') =>
      forum.current.database.transaction((db) =>
        createAccessToken(db, { userId: admin.id, type, now: forum.clock.now() }),
      )
    const developer = await make('developer')
    await make('session')
    await make('session_remember')
    const browser = forum.browser()
    expect((await forgot(browser, 'Admin@machine.local')).status).toBe(204)
    const [mail] = await forum.mails()
    expect(mail).toMatchObject({
      to: { address: admin.email },
      subject: 'Choose a new password for Test forum',
    })
    const token = /\/reset\/([A-Za-z0-9]{40})$/.exec(mail?.links[0] ?? '')?.[1] ?? ''
    const { page, answer } = await submit(browser, token, good)
    expect({
      status: page.status,
      referrerPolicy: page.headers['referrer-policy'],
      cacheControl: page.headers['cache-control'],
    }).toEqual({ status: 200, referrerPolicy: 'no-referrer', cacheControl: 'no-store' })
    expect({ status: answer.status, location: answer.headers.location }).toEqual({
      status: 302,
      location: 'http://localhost/',
    })
    expect(browser.cookies.parley_session?.slice(0, 40)).not.toBe(page.cookies.parley_session?.slice(0, 40))
    expect(await actorOf(browser)).toBe('1')
    const remaining = await forum.current.database.read
      .selectFrom('access_tokens')
      .select(['id', 'type'])
      .execute()
    expect(remaining).toHaveLength(2)
    expect(remaining).toContainEqual({ id: developer.id, type: 'developer' })
    expect({
      oldPassword: await logIn(forum, admin.password),
      newPassword: await logIn(forum, password),
    }).toEqual({ oldPassword: 401, newPassword: 200 })
  })

  test('B268 B271 using one link voids all links of the account, also those that confirm addresses', async () => {
    const forum = await open()
    const now = forum.clock.now()
    const other = await makeUser(forum)
    await tokenFor(forum, admin.id)
    await tokenFor(forum, admin.id)
    await tokenFor(forum, other.id)
    const token = await tokenFor(forum, admin.id)
    await forum.current.database.transaction((db) =>
      createEmailToken(db, { userId: admin.id, email: 'new@machine.local', now }),
    )
    expect((await submit(forum.browser(), token, good)).answer.status).toBe(302)
    expect({
      passwordTokens: await count(forum, 'password_tokens'),
      emailTokens: await count(forum, 'email_tokens'),
    }).toEqual({ passwordTokens: 1, emailTokens: 0 })
    expect((await forum.guest().get(`/reset/${token}`)).status).toBe(404)
  })

  test('after a refused form its page shows the errors, once', async () => {
    const forum = await open()
    const token = await tokenFor(forum, admin.id)
    const browser = forum.browser()
    for (const [fields, field, message] of [
      [{ password: '', password_confirmation: '' }, 'password', 'required'],
      [{ password: 'short', password_confirmation: 'short' }, 'password', 'at least 8 characters'],
      [{ password, password_confirmation: 'another password' }, 'password_confirmation', 'don’t match'],
    ] as const) {
      const { answer } = await submit(browser, token, fields)
      expect({ status: answer.status, location: answer.headers.location }).toEqual({
        status: 302,
        location: `http://localhost/reset/${token}`,
      })
      const page = await browser.get(`/reset/${token}`)
      expect(page.text).toMatch(
        new RegExp(
          `name="${field}"[^>]*aria-invalid="true" autofocus aria-describedby="[^"]*${field}-error"`,
        ),
      )
      expect(page.text).toMatch(new RegExp(`id="${field}-error">[^<]*${message}`))
      expect((await browser.get(`/reset/${token}`)).text).not.toContain('aria-invalid')
    }
    expect(await logIn(forum, admin.password)).toBe(200)
  })

  test('B371 an expired link is 403, an unknown one 404, on the page and in the form', async () => {
    const forum = await open()
    const token = await tokenFor(forum, admin.id)
    const browser = forum.browser()
    await browser.get(`/reset/${token}`)
    const post = (passwordToken: string) =>
      browser.postForm('/reset', { csrfToken: browser.csrfToken, passwordToken, ...good })
    forum.clock.advance(24 * 3600)
    const page = await browser.get(`/reset/${token}`)
    expect({ status: page.status, text: page.text }).toEqual({
      status: 403,
      text: expect.stringContaining('has expired'),
    })
    expect((await post(token)).status).toBe(403)
    for (const unknown of ['nonsense', 'x'.repeat(40)]) {
      expect((await browser.get(`/reset/${unknown}`)).status).toBe(404)
      expect((await post(unknown)).status).toBe(404)
    }
    expect((await browser.postForm('/reset', { csrfToken: browser.csrfToken })).status).toBe(404)
    expect((await forum.guest().postForm('/reset', { passwordToken: token, ...good })).status).toBe(400)
    expect(await logIn(forum, admin.password)).toBe(200)
  })

  test('the form sent several times at the same moment counts once', async () => {
    const forum = await open()
    const token = await tokenFor(forum, admin.id)
    const browser = forum.browser()
    await browser.get(`/reset/${token}`)
    const fields = { csrfToken: browser.csrfToken, passwordToken: token, ...good }
    const answers = await Promise.all([1, 2, 3].map(() => browser.postForm('/reset', fields)))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 404, 404])
  })

  test('B263 members request again after five minutes, guests at any time', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    expect((await forgot(client, admin.email)).status).toBe(204)
    await forum.settled()
    const refused = await forgot(client, admin.email)
    expect({ status: refused.status, retryAfter: refused.headers['retry-after'] }).toEqual({
      status: 429,
      retryAfter: '300',
    })
    expect((await forgot(forum.browser(), admin.email)).status).toBe(204)
    await forum.settled()
    forum.clock.advance(300)
    expect((await forgot(client, admin.email)).status).toBe(204)
    expect(await forum.mails()).toHaveLength(3)
  })

  test('B265 an unknown address gets the same answer as a known one', async () => {
    const forum = await open()
    const known = await forgot(forum.browser(), admin.email)
    const unknown = await forgot(forum.browser(), 'nobody@machine.local')
    expect({ status: unknown.status, text: unknown.text }).toEqual({ status: known.status, text: known.text })
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
    expect(await forum.mails()).toHaveLength(1)
  })
})

test.each([undefined, null, '', '  ', 'nonsense', 7, true, ['a@b.example'], { a: 1 }, 'a\0@b.example'])(
  '%j is not an address',
  async (email) => {
    const forum = await createTestForum()
    const { status, body } = await forgot(forum.browser(), email)
    expect({ status, pointer: body.errors[0]?.source?.pointer }).toEqual({
      status: 422,
      pointer: '/data/attributes/email',
    })
    expect(await forum.mails()).toEqual([])
  },
)

test('requests of one address and mails to one account are limited per hour', async () => {
  const forum = await createTestForum({
    rateLimits: {
      forgottenPerAddress: { points: 3, seconds: 3600 },
      resetMailsPerAccount: { points: 2, seconds: 3600 },
    },
  })
  const browser = forum.browser()
  for (const expected of [204, 204, 204, 429]) {
    expect((await forgot(browser, admin.email)).status).toBe(expected)
    await forum.settled()
  }
  expect(await forum.mails()).toHaveLength(2)
})

test('a forged flash cookie is not shown', async () => {
  const forum = await createTestForum()
  const token = await tokenFor(forum, admin.id)
  const problems = [{ pointer: '/data/attributes/password', detail: 'Call unreal' }]
  const text = Buffer.from(JSON.stringify(problems)).toString('base64url')
  for (const flash of [`${text}.`, `${text}.${'0'.repeat(64)}`, text, '.', 'nonsense', '%']) {
    const { status, text: page } = await forum
      .guest()
      .get(`/reset/${token}`, { cookie: `parley_flash=${flash}` })
    expect({ status, showsText: page.includes('unreal') }).toEqual({ status: 200, showsText: false })
  }
})

test('the form works without a script and shows its errors', async () => {
  const forum = await createTestForum()
  const browser = forum.browser()
  const send = async (email: string) => {
    const { csrfToken } = await openForm(browser, '/forgot')
    return browser.postForm('/forgot', { csrfToken, email })
  }
  const refused = await send('nonsense')
  expect({ status: refused.status, location: refused.headers.location }).toEqual({
    status: 303,
    location: 'http://localhost/forgot',
  })
  expect((await browser.get('/forgot')).text).toMatch(/name="email"[^>]*aria-invalid="true"/)
  const answers = [await send('nobody@machine.local'), await send(admin.email)]
  for (const { status, headers } of answers)
    expect({ status, location: headers.location }).toEqual({
      status: 303,
      location: 'http://localhost/forgot?sent=1',
    })
  expect((await browser.get('/forgot?sent=1')).text).toContain('we’ve emailed it a link')
  expect(await forum.mails()).toMatchObject([{ to: { address: admin.email } }])
  expect((await forum.guest().postForm('/forgot', { email: admin.email })).status).toBe(400)
})
