import { admin, makeDiscussion, makeUser, onBothDatabases, replyTo, startDiscussion } from '@parley/testing'
import { expect, test } from 'vitest'
import { hashPassword } from '../../features/users/passwords.ts'

const password = 'long enough'

onBothDatabases((open) => {
  test('of concurrent posts by one account one is accepted', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const { id } = await makeDiscussion(forum)
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => replyTo(client, id)),
      ...[1, 2, 3].map(() => startDiscussion(client, { title: 'A title', content: 'x' })),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429, 429, 429])
    for (const { status, headers } of answers)
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  test('of concurrent changes of the email address one is mailed', async () => {
    const forum = await open()
    const user = await makeUser(forum, { password: await hashPassword(password) })
    const client = await forum.as(user)
    const answers = await Promise.all(
      [1, 2, 3].map((number) =>
        client.patch(`/api/users/${user.id}`, {
          data: { attributes: { email: `other${number}@machine.local` } },
          meta: { password },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    for (const { status, headers } of answers)
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(await forum.mails()).toHaveLength(1)
  })

  test('of concurrent requests for the confirmation one is mailed', async () => {
    const forum = await open()
    const user = await makeUser(forum, { is_email_confirmed: false })
    const client = await forum.as(user)
    const path = `/api/users/${user.id}/send-confirmation`
    const answers = await Promise.all([1, 2, 3].map(() => client.post(path)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 429, 429])
    expect((await forum.mails()).map(({ to }) => to.address)).toEqual([user.email])
  })

  test('of concurrent requests for a new password by one member one is mailed', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const send = (email = user.email) => client.post('/api/forgot', { email })
    const answers = await Promise.all([send(), send(user.email.toUpperCase()), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers['retry-after']).toBe('300')
    expect((await forum.mails()).map(({ to }) => to.address)).toEqual([user.email])
  })

  test('concurrent registrations, wrong log-ins and requests for passwords are each limited together', async () => {
    const limit = { points: 2, seconds: 60 }
    const forum = await open({
      rateLimits: {
        registrationsPerAddress: limit,
        failedLoginsPerName: limit,
        forgottenPerAddress: limit,
      },
    })
    const browsers = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => {
        const browser = forum.browser()
        await browser.get('/api')
        return browser
      }),
    )
    const statuses = async (path: string, body: (index: number) => object) => {
      const answers = await Promise.all(browsers.map((browser, index) => browser.post(path, body(index))))
      for (const { status, headers } of answers)
        if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      return answers.map(({ status }) => status).sort()
    }
    const account = (index: number) => ({
      username: `user-${index}`,
      email: `u${index}@machine.local`,
      password,
    })
    expect(await statuses('/register', account)).toEqual([201, 201, 429, 429, 429])
    const wrong = () => ({ identification: admin.username, password: 'wrong' })
    expect(await statuses('/api/token', wrong)).toEqual([401, 401, 429, 429, 429])
    expect(await statuses('/api/forgot', () => ({ email: admin.email }))).toEqual([204, 204, 429, 429, 429])
  })
})
