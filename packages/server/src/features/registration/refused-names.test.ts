import { admin, eachTestForum, makeUser } from '@parley/testing'
import { expect, test } from 'vitest'
import { hashPassword } from '../users/passwords.ts'

const rateLimits = { refusedNamesPerAddress: { points: 3, seconds: 3600 } }
const password = 'long enough'
const hash = hashPassword(password)

/** Asks whether an address has an account without making one: the name is never good. */
const probe = (email: string) => ({ username: 'not a name', email, password })
const account = (username: string) => ({ username, email: `${username}@example.org`, password })

eachTestForum((open) => {
  test('sign-ups that tell taken addresses are limited, also when many come at once', async () => {
    const forum = await open({ rateLimits })
    const browser = forum.browser()
    await browser.get('/api')
    const answers = await Promise.all(
      [admin.email, 'free@example.org', admin.email, admin.email, 'free@example.org'].map((email) =>
        browser.post('/register', probe(email)),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([422, 422, 422, 429, 429])
    const refused = await browser.post('/api/users', { data: { attributes: probe(admin.email) } })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  })

  test('who succeeds is not counted, and neither are administrators', async () => {
    const forum = await open({ rateLimits })
    const register = async (attributes: object) => {
      const browser = forum.browser()
      await browser.get('/api')
      return (await browser.post('/register', attributes)).status
    }
    for (const name of ['one', 'two', 'three', 'four']) expect(await register(account(name))).toBe(201)
    const client = await forum.as(admin)
    for (let index = 0; index < 5; index++)
      expect((await client.post('/api/users', { data: { attributes: probe(admin.email) } })).status).toBe(422)
    for (const status of [422, 422, 422, 429]) expect(await register(probe(admin.email))).toBe(status)
  })

  test('changes of the own address that tell taken ones count with them', async () => {
    const forum = await open({ rateLimits })
    const user = await makeUser(forum, { password: await hash })
    const client = await forum.as(user)
    const change = async (attributes: object) =>
      (await client.patch(`/api/users/${user.id}`, { data: { attributes }, meta: { password } })).status
    // What is sent again as it is asks for nothing, and one that succeeds is not counted.
    for (let index = 0; index < 4; index++) expect(await change({ email: user.email })).toBe(200)
    expect(await change({ email: 'free@example.org' })).toBe(200)
    forum.clock.advance(300)
    expect(await change({ email: admin.email })).toBe(422)
    // Something else is wrong besides: whether the address is free shows as well.
    expect(await change({ email: 'other@example.org', preferences: 'wrong' })).toBe(422)
    expect(await change({ email: admin.email })).toBe(422)
    expect(await change({ email: admin.email })).toBe(429)
    expect(await change({ preferences: { discloseOnline: false } })).toBe(200)
    const browser = forum.browser()
    await browser.get('/api')
    expect((await browser.post('/register', probe(admin.email))).status).toBe(429)
  })
})
