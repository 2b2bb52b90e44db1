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
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../users/passwords.ts'
import type { UserRow } from '../users/table.ts'
import { createEmailToken, createPasswordToken } from './tokens.ts'

const account = { username: 'newcomer', email: 'newcomer@machine.local', password: 'too-obscure' }

const stored = (forum: TestForum, id: number) =>
  forum.current.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The tokens that still do something. */
async function count({ current: { database } }: TestForum, table: 'email_tokens' | 'password_tokens') {
  const rows = await database.read.selectFrom(table).selectAll().execute()
  return rows.filter((row) => !('used_at' in row) || row.used_at === null).length
}

const tokenFor = (forum: TestForum, { id, email }: Pick<UserRow, 'id' | 'email'>) =>
  forum.current.database.transaction((db) =>
    createEmailToken(db, { userId: id, email, now: forum.clock.now() }),
  )

/** The path of the link in the newest mail. */
async function mailedPath(forum: TestForum): Promise<string> {
  const mail = (await forum.mails()).at(-1)
  return new URL(mail?.links[0] ?? '').pathname
}

/** Opens a page with a form and sends the form as it is. */
async function submit(browser: ApiClient, path: string) {
  const { page, csrfToken } = await openForm(browser, path)
  return { page, answer: await browser.postForm(path, { csrfToken }) }
}

eachTestForum((open) => {
  test('B367 B350 B373 signing up mails a link that confirms the address and logs in for an hour', async () => {
    const forum = await open()
    const browser = forum.browser()
    await browser.get('/api')
    expect((await browser.post('/register', account)).status).toBe(201)
    const mails = await forum.mails()
    expect(mails).toMatchObject([
      { to: { name: 'newcomer', address: account.email }, subject: 'Confirm your email for Test forum' },
    ])
    const path = await mailedPath(forum)
    expect(path).toMatch(/^\/confirm\/[A-Za-z0-9]{40}$/)
    expect(mails[0]?.html).toContain(path)
    const elsewhere = forum.browser()
    const { page, answer } = await submit(elsewhere, path)
    const before = page.cookies.parley_session
    expect({
      status: page.status,
      referrerPolicy: page.headers['referrer-policy'],
      cacheControl: page.headers['cache-control'],
    }).toEqual({ status: 200, referrerPolicy: 'no-referrer', cacheControl: 'no-store' })
    expect({ status: answer.status, location: answer.headers.location }).toEqual({
      status: 302,
      location: 'http://localhost/',
    })
    expect(elsewhere.cookies.parley_session?.slice(0, 40)).not.toBe(before)
    expect(elsewhere.cookies.parley_remember).toBeUndefined()
    expect(await actorOf(elsewhere)).toBe('2')
    expect(await stored(forum, 2)).toMatchObject({ email: account.email, is_email_confirmed: true })
    expect(await count(forum, 'email_tokens')).toBe(0)
    const again = await forum.browser().get(path)
    expect([
      again.status,
      again.text.includes('is confirmed'),
      again.text.includes('<form method="post"'),
    ]).toEqual([200, true, false])
    const third = forum.browser()
    await third.get('/api')
    expect((await third.postForm(path, { csrfToken: third.csrfToken })).status).toBe(403)
    forum.clock.advance(3601)
    expect(await actorOf(elsewhere)).toBe('guest')
    expect(await actorOf(browser)).toBe('2')
  })

  test('B272 B377 a confirmed change stores the new address and voids tokens mailed to the old one', async () => {
    const forum = await open()
    const user = await makeUser(forum, { password: await hashPassword('too-obscure') })
    const document = {
      data: { attributes: { email: 'new@machine.local' } },
      meta: { password: 'too-obscure' },
    }
    expect((await (await forum.as(user)).patch(`/api/users/${user.id}`, document)).status).toBe(200)
    await forum.current.database.transaction((db) =>
      createPasswordToken(db, { userId: user.id, now: forum.clock.now() }),
    )
    expect(await forum.mails()).toMatchObject([
      { to: { address: 'new@machine.local' }, subject: 'Confirm your new email for Test forum' },
    ])
    expect((await stored(forum, user.id)).email).toBe(user.email)
    const { answer } = await submit(forum.browser(), await mailedPath(forum))
    expect(answer.status).toBe(302)
    expect((await stored(forum, user.id)).email).toBe('new@machine.local')
    expect({
      passwordTokens: await count(forum, 'password_tokens'),
      emailTokens: await count(forum, 'email_tokens'),
    }).toEqual({ passwordTokens: 0, emailTokens: 0 })
  })

  test('a confirmation of the current address keeps the link for a forgotten password', async () => {
    const forum = await open()
    const user = await makeUser(forum, { is_email_confirmed: false })
    await forum.current.database.transaction((db) =>
      createPasswordToken(db, { userId: user.id, now: forum.clock.now() }),
    )
    await submit(forum.browser(), `/confirm/${await tokenFor(forum, user)}`)
    expect(await count(forum, 'password_tokens')).toBe(1)
  })

  test('a link works once, also when it is clicked twice at the same moment', async () => {
    const forum = await open()
    const user = await makeUser(forum, { is_email_confirmed: false })
    const path = `/confirm/${await tokenFor(forum, user)}`
    const browser = forum.browser()
    const { csrfToken } = await openForm(browser, path)
    const answers = await Promise.all([1, 2, 3].map(() => browser.postForm(path, { csrfToken })))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 403, 403])
  })

  test('an address that another account has taken in the meantime is 422', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const path = `/confirm/${await tokenFor(forum, { id: user.id, email: 'wanted@machine.local' })}`
    await makeUser(forum, { email: 'Wanted@machine.local' })
    const { answer } = await submit(forum.browser(), path)
    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 422,
      text: expect.stringContaining('taken'),
    })
    expect((await stored(forum, user.id)).email).toBe(user.email)
  })

  test('B370 an expired or unknown link is 403', async () => {
    const forum = await open()
    const user = await makeUser(forum, { is_email_confirmed: false })
    const path = `/confirm/${await tokenFor(forum, user)}`
    const browser = forum.browser()
    await browser.get('/api')
    const { csrfToken } = browser
    forum.clock.advance(24 * 3600 - 1)
    expect((await browser.get(path)).status).toBe(200)
    forum.clock.advance(1)
    for (const dead of [path, '/confirm/nonsense', `/confirm/${'x'.repeat(40)}`]) {
      const shown = await browser.get(dead)
      expect({ status: shown.status, text: shown.text }).toEqual({
        status: 403,
        text: expect.stringContaining('has expired or was already used'),
      })
      expect((await browser.postForm(dead, { csrfToken })).status).toBe(403)
    }
    expect((await stored(forum, user.id)).is_email_confirmed).toBe(false)
  })

  test('without the CSRF token nothing is confirmed', async () => {
    const forum = await open()
    const user = await makeUser(forum, { is_email_confirmed: false })
    const { status } = await forum.browser().postForm(`/confirm/${await tokenFor(forum, user)}`, {})
    expect(status).toBe(400)
    expect((await stored(forum, user.id)).is_email_confirmed).toBe(false)
  })

  describe('sending the confirmation again', () => {
    const resend = (client: ApiClient, id: number | string) =>
      client.post(`/api/users/${id}/send-confirmation`)

    test('B262 B367 takes five minutes', async () => {
      const forum = await open()
      const browser = forum.browser()
      await browser.get('/api')
      await browser.post('/register', account)
      const refused = await resend(browser, 2)
      expect({ status: refused.status, retryAfter: refused.headers['retry-after'] }).toEqual({
        status: 429,
        retryAfter: '300',
      })
      forum.clock.advance(300)
      expect((await resend(browser, 2)).status).toBe(204)
      expect((await resend(browser, 2)).status).toBe(429)
      expect(await forum.mails()).toHaveLength(2)
    })

    test('many requests at the same moment send one mail', async () => {
      const forum = await open()
      const user = await makeUser(forum, { is_email_confirmed: false })
      const client = await forum.as(user)
      const answers = await Promise.all([1, 2, 3].map(() => resend(client, user.id)))
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 429, 429])
      expect(await forum.mails()).toHaveLength(1)
    })

    test('B368 is for one’s own unconfirmed account', async () => {
      const forum = await open()
      const user = await makeUser(forum, { is_email_confirmed: false })
      const client = await forum.as(user)
      for (const id of [1, 777, 'x', '%00x', `0${user.id}`])
        expect([403, 404]).toContain((await resend(client, id)).status)
      expect((await resend(await forum.as(admin), user.id)).status).toBe(403)
      expect((await resend(await forum.as(admin), admin.id)).status).toBe(403)
      const guest = forum.browser()
      await guest.get('/api')
      expect((await resend(guest, user.id)).status).toBe(401)
      expect(await forum.mails()).toEqual([])
    })
  })
})

test('tokens are not readable in the database, and expired ones are deleted', async () => {
  const forum = await createTestForum()
  const user = await makeUser(forum)
  const tokens = [
    await tokenFor(forum, user),
    await forum.current.database.transaction((db) =>
      createPasswordToken(db, { userId: user.id, now: forum.clock.now() }),
    ),
  ]
  const { read } = forum.current.database
  const rows = JSON.stringify([
    await read.selectFrom('email_tokens').selectAll().execute(),
    await read.selectFrom('password_tokens').selectAll().execute(),
  ])
  for (const token of tokens) expect(rows).not.toContain(token)
  forum.clock.advance(23 * 3600)
  await forum.settled()
  expect({
    emailTokens: await count(forum, 'email_tokens'),
    passwordTokens: await count(forum, 'password_tokens'),
  }).toEqual({ emailTokens: 1, passwordTokens: 1 })
  forum.clock.advance(2 * 3600)
  await forum.settled()
  expect({
    emailTokens: await count(forum, 'email_tokens'),
    passwordTokens: await count(forum, 'password_tokens'),
  }).toEqual({ emailTokens: 0, passwordTokens: 0 })
})

test('B266 a fresh account has no tokens', async () => {
  const forum = await createTestForum()
  await makeUser(forum)
  expect({
    emailTokens: await count(forum, 'email_tokens'),
    passwordTokens: await count(forum, 'password_tokens'),
  }).toEqual({ emailTokens: 0, passwordTokens: 0 })
})

test('names and addresses cannot add to the page or the mail', async () => {
  const forum = await createTestForum()
  const user = await makeUser(forum, { username: '<b>x</b>', email: 'a+<i>@machine.local' })
  const page = await forum.browser().get(`/confirm/${await tokenFor(forum, user)}`)
  expect(page.text).toContain('a+&lt;i&gt;@machine.local')
  expect(page.text).not.toContain('<script')
})
