import { createTestForum, eachTestForum, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { installForum } from './install.ts'

const answers = {
  title: 'My <forum>',
  username: 'boss',
  email: 'boss@example.org',
  password: 'too-obscure',
}

const codeOf = (forum: TestForum) => new URL(forum.setUpUrl ?? '').searchParams.get('token') ?? ''

eachTestForum((open) => {
  test('the set-up page installs the forum and its administrator, and logs in', async () => {
    const forum = await open({ installed: false })
    const browser = forum.browser()
    const page = await browser.get(`/setup?token=${codeOf(forum)}`)
    expect(page.text).toContain(`value="${codeOf(forum)}"`)
    const done = await browser.postForm('/setup', { ...answers, token: codeOf(forum) })
    expect({ status: done.status, location: done.headers.location }).toEqual({
      status: 303,
      location: 'http://localhost/',
    })
    expect({ isSetUp: forum.isSetUp, setUpUrl: forum.setUpUrl }).toEqual({
      isSetUp: true,
      setUpUrl: undefined,
    })

    const { body } = await browser.get('/api')
    expect(body.data.attributes).toMatchObject({ title: 'My <forum>', welcomeTitle: 'Welcome to My <forum>' })
    expect(body.included?.find(({ type }) => type === 'users')).toMatchObject({
      id: '1',
      attributes: { username: 'boss', isEmailConfirmed: true, isAdmin: true },
    })
    expect((await browser.get('/setup')).status).toBe(404)
  })

  test('of two installations at the same moment one succeeds', async () => {
    const forum = await open({ installed: false })
    const install = (adminUsername: string) =>
      installForum(forum.asSystem(), {
        title: 'Forum',
        adminUsername,
        adminEmail: `${adminUsername}@example.org`,
        adminPassword: 'too-obscure',
      })
    const results = await Promise.allSettled([install('one'), install('two')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { read } = forum.current.database
    expect(await read.selectFrom('users').select('id').execute()).toEqual([{ id: 1 }])
    expect(await read.selectFrom('access_tokens').select('id').execute()).toEqual([])
  })
})

test('a forum is set up in safe mode, too', async () => {
  const forum = await createTestForum({ installed: false, isSafeMode: true })
  const browser = forum.browser()
  expect((await browser.get(`/setup?token=${codeOf(forum)}`)).status).toBe(200)
  const done = await browser.postForm('/setup', { ...answers, token: codeOf(forum) })
  expect(done.status).toBe(303)
  expect((await browser.get('/api')).status).toBe(200)
})

test('before set-up pages redirect to it, and the API answers 503', async () => {
  const forum = await createTestForum({ installed: false })
  for (const path of ['/', '/d/1', '/login', '/all?x=1']) {
    const { status, headers } = await forum.guest().get(path)
    expect({ status, location: headers.location }).toEqual({
      status: 302,
      location: 'http://localhost/setup',
    })
  }
  for (const path of ['/api', '/api/', '/api/users/1']) {
    const { status, body } = await forum.guest().get(path)
    expect({ status, body }).toEqual({
      status: 503,
      body: { errors: [{ status: '503', code: 'maintenance' }] },
    })
  }
  expect((await forum.guest().get('/health')).status).toBe(200)
})

test('requires the code, and shows the errors of the other fields', async () => {
  const forum = await createTestForum({ installed: false })
  const post = (fields: Record<string, string>) => forum.guest().postForm('/setup', fields)
  for (const token of ['', 'wrong', codeOf(forum).toLowerCase()]) {
    expect((await post({ ...answers, token })).status).toBe(422)
  }
  const token = codeOf(forum)
  const refused = await post({ token, title: '  ', username: '<b>', email: 'x', password: 'short' })
  expect(refused.status).toBe(422)
  expect(refused.text.match(/class="Field-error"/g)).toHaveLength(4)
  expect(refused.text).not.toContain('<b>')
  expect(refused.text).not.toContain('value="short"')
  expect(forum.isSetUp).toBe(false)
})
