import { admin, eachTestForum, makeUser } from '@parley/testing'
import { expect, test } from 'vitest'
import { hashPassword } from '../users/passwords.ts'

const rateLimits = { refusedNamesPerAddress: { points: 3, seconds: 3600 } }
const password = 'long enough'
const hash = hashPassword(password)

/** A registration that reveals whether an address has an account; the invalid name prevents its creation. */
const probe = (email: string) => ({ username: 'not a name', email, password })
const account = (username: string) => ({ username, email: `${username}@example.org`, password })

eachTestForum((open) => {
  test('sign-ups that reveal taken addresses are limited, also many at once', async () => {
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

  test('successful sign-ups are not counted, and neither are those by administrators', async () => {
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

  test('changes of one’s own address that reveal taken ones count towards the same limit', async () => {
    const forum = await open({ rateLimits })
    const user = await makeUser(forum, { password: await hash })
    const client = await forum.as(user)
    const change = async (attributes: object) =>
      (await client.patch(`/api/users/${user.id}`, { data: { attributes }, meta: { password } })).status
    // Neither the unchanged address nor a successful change is counted.
    for (let index = 0; index < 4; index++) expect(await change({ email: user.email })).toBe(200)
    expect(await change({ email: 'free@example.org' })).toBe(200)
    forum.clock.advance(300)
    expect(await change({ email: admin.email })).toBe(422)
    // A second problem does not exempt the request: its answer reveals whether the address is taken.
    expect(await change({ email: 'other@example.org', preferences: 'wrong' })).toBe(422)
    expect(await change({ email: admin.email })).toBe(422)
    expect(await change({ email: admin.email })).toBe(429)
    expect(await change({ preferences: { discloseOnline: false } })).toBe(200)
    const browser = forum.browser()
    await browser.get('/api')
    expect((await browser.post('/register', probe(admin.email))).status).toBe(429)
  })
})
