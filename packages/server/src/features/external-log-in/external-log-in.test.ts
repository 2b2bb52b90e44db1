import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromFragment } from '@parley/shared'
import {
  type ApiClient,
  actorOf,
  createTestForum,
  eachTestForum,
  makeUser,
  type TestForum,
  type TestForumOptions,
} from '@parley/testing'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { noNetwork } from '../../infrastructure/public-fetch/network.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { externalLogInAddress } from './address.ts'
import { completeExternalLogIn, type ExternalIdentity } from './complete.ts'

/** Stands for a provider's extension after the provider has answered; accepts every identity. */
const provider: InstalledExtension = {
  id: 'gong-log-in',
  title: 'Gong',
  version: '1.0.0',
  declaration: {
    routes: [
      {
        method: 'POST',
        path: '/auth/gong',
        csrf: false,
        async run({ body, session }, context) {
          const done = await completeExternalLogIn(context, body as unknown as ExternalIdentity)
          if (done.loggedIn) session.logIn(done.token, true)
          const { hash } = new URL(externalLogInAddress(context.forum, done))
          return { status: 200, json: fromFragment(hash) }
        },
      },
    ],
  },
}

const gong = { provider: 'gong', identifier: '77' }
const email = 'ann@machine.local'

async function signIn(forum: TestForum, identity: ExternalIdentity) {
  const browser = forum.browser()
  await browser.get('/api')
  const { body } = await browser.post('/auth/gong', identity)
  return { browser, answer: body as unknown as { loggedIn?: true; token?: string; provided?: string[] } }
}

const register = (browser: ApiClient, attributes: Record<string, unknown>) =>
  browser.post('/api/users', { data: { attributes } })

const users = (forum: TestForum) =>
  forum.current.database.read.selectFrom('users').selectAll().where('id', '<>', 1).orderBy('id').execute()

const logged = ({ logged }: TestForum) => logged.filter(({ level }) => level === 'error')

/** Serves pictures locally, and resolves every host name to this server. */
async function servePictures(
  answer: () => Promise<Uint8Array | string>,
): Promise<{ base: string; options: TestForumOptions }> {
  const server = createServer(async (_request, response) => response.end(await answer()))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  const network = { lookup, isPublic: () => true, http: { port } }
  return { base: 'http://pictures.test', options: { network, extensions: [provider] } }
}

const face = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#4d698e' } })
    .jpeg()
    .toBuffer()

eachTestForum((open) => {
  const openGong = () => open({ extensions: [provider] })

  test('an unknown identity registers without a password, and logs in from then on', async () => {
    const forum = await openGong()
    const { browser, answer } = await signIn(forum, {
      ...gong,
      provided: { email },
      suggested: { username: 'ann' },
      payload: { plan: 'gold' },
    })
    expect(answer).toEqual({
      username: 'ann',
      email,
      token: expect.stringMatching(/^[A-Za-z0-9]{40}$/),
      provided: ['email'],
    })
    const sent = { username: 'ann', email: 'other@machine.local', token: answer.token }
    const { status, body } = await browser.post('/register', sent)
    expect({
      status,
      email: body.data.attributes.email,
      isEmailConfirmed: body.data.attributes.isEmailConfirmed,
    }).toEqual({ status: 201, email, isEmailConfirmed: true })
    expect(await forum.mails()).toEqual([])
    const again = await signIn(forum, gong)
    expect(again.answer).toEqual({ loggedIn: true })
    expect(await actorOf(again.browser)).toBe('2')
    expect(again.browser.cookies.parley_remember).toMatch(/^[A-Za-z0-9]{40}$/)
    const { read } = forum.current.database
    expect(await read.selectFrom('registration_tokens').selectAll().execute()).toEqual([])
    expect(await read.selectFrom('login_providers').selectAll().execute()).toMatchObject([
      { ...gong, user_id: 2, last_login_at: '2024-01-01T00:00:00.000Z' },
    ])
  })

  test('without a provided address the account is confirmed by mail like any other', async () => {
    const forum = await openGong()
    const { browser, answer } = await signIn(forum, { ...gong, provided: { username: 'fixed' } })
    const { body } = await register(browser, { username: 'other', email, token: answer.token })
    expect(body.data.attributes).toMatchObject({ username: 'fixed', email, isEmailConfirmed: false })
    expect(await forum.mails()).toMatchObject([{ to: { address: email } }])
  })

  test('a provided address that belongs to an account links the two', async () => {
    const forum = await openGong()
    const user = await makeUser(forum, { email })
    const client = await forum.as(user)
    const { browser, answer } = await signIn(forum, { ...gong, provided: { email: 'ANN@machine.local' } })
    expect({ answer, actor: await actorOf(browser) }).toEqual({
      answer: { loggedIn: true },
      actor: String(user.id),
    })
    expect(await actorOf(client)).toBe(String(user.id))
    expect(await actorOf((await signIn(forum, gong)).browser)).toBe(String(user.id))
  })

  test('linking an unconfirmed address ends the access of the account’s creator', async () => {
    const forum = await openGong()
    const intruder = forum.browser()
    await intruder.get('/api')
    await intruder.post('/register', { username: 'ann', email, password: 'intruder’s own' })
    const { browser } = await signIn(forum, { ...gong, provided: { email } })
    expect({ intruder: await actorOf(intruder), owner: await actorOf(browser) }).toEqual({
      intruder: 'guest',
      owner: '2',
    })
    const logIn = await forum
      .guest()
      .post('/api/token', { identification: 'ann', password: 'intruder’s own' })
    expect(logIn.status).toBe(401)
    expect(await users(forum)).toMatchObject([{ is_email_confirmed: true }])
  })

  test('a token is valid once and for a day', async () => {
    const forum = await openGong()
    const { browser, answer } = await signIn(forum, gong)
    const other = await signIn(forum, gong)
    const send = (number: number, token: unknown) =>
      register(browser, { username: `name${number}`, email: `name${number}@machine.local`, token })
    const answers = await Promise.all([1, 2, 3].map((number) => send(number, answer.token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
    // The identity is linked to an account now.
    expect((await send(4, other.answer.token)).status).toBe(403)
    for (const token of ['nonsense', 7, ['x'], {}, '']) expect((await send(5, token)).status).toBe(403)
    const late = await signIn(forum, { ...gong, identifier: '78' })
    forum.clock.advance(24 * 3600)
    const refused = await send(6, late.answer.token)
    expect({ status: refused.status, code: refused.body.errors[0]?.code }).toEqual({
      status: 403,
      code: 'invalid_confirmation_token',
    })
    expect(await users(forum)).toHaveLength(1)
    expect(logged(forum)).toEqual([])
  })

  test('concurrent log-ins of one identity all succeed', async () => {
    const forum = await openGong()
    await makeUser(forum, { email })
    const signIns = await Promise.all([1, 2, 3].map(() => signIn(forum, { ...gong, provided: { email } })))
    expect(signIns.map(({ answer }) => answer)).toEqual(Array(3).fill({ loggedIn: true }))
    expect(logged(forum)).toEqual([])
  })
})

test('the provided picture becomes the avatar', async () => {
  const { base, options } = await servePictures(face)
  const forum = await createTestForum(options)
  const { browser, answer } = await signIn(forum, { ...gong, provided: { avatarUrl: `${base}/face.jpg` } })
  const { status, body } = await register(browser, { username: 'ann', email, token: answer.token })
  expect({ status, avatarUrl: body.data.attributes.avatarUrl }).toEqual({
    status: 201,
    avatarUrl: expect.stringMatching(/^http:\/\/localhost\/assets\/avatars\/[A-Za-z0-9]{16}\.png$/),
  })
  expect(await forum.current.files.list('avatars')).toHaveLength(1)
})

test('the provided picture is left out where the operator has closed the way to other sites', async () => {
  const { base, options } = await servePictures(face)
  const forum = await createTestForum({ ...options, network: noNetwork })
  const { browser, answer } = await signIn(forum, { ...gong, provided: { avatarUrl: `${base}/face.jpg` } })
  const { status, body } = await register(browser, { username: 'ann', email, token: answer.token })
  expect([status, body.data.attributes.avatarUrl]).toEqual([201, null])
})

test('an invalid picture refuses the registration and stores no file', async () => {
  const { base, options } = await servePictures(async () => '<script>')
  const forum = await createTestForum(options)
  const { browser, answer } = await signIn(forum, { ...gong, provided: { avatarUrl: base } })
  const refused = await register(browser, { username: 'ann', email, token: answer.token })
  expect({ status: refused.status, pointer: refused.body.errors[0]?.source?.pointer }).toEqual({
    status: 422,
    pointer: '/data/attributes/avatar_url',
  })
  expect({ users: await users(forum), avatars: await forum.current.files.list('avatars') }).toEqual({
    users: [],
    avatars: [],
  })
})

test('of several registrations at the same moment one succeeds and keeps its picture', async () => {
  const { base, options } = await servePictures(face)
  const forum = await createTestForum(options)
  const { browser, answer } = await signIn(forum, { ...gong, provided: { avatarUrl: `${base}/face.jpg` } })
  const answers = await Promise.all(
    [1, 2, 3].map((number) =>
      register(browser, { username: `ann${number}`, email: `a${number}@machine.local`, token: answer.token }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  expect(await forum.current.files.list('avatars')).toHaveLength(1)
})

test.each([
  ['B187', 'file:///etc/passwd'],
  ['B187', 'ftp://pictures.invalid/face.png'],
  ['B188', '/face.png'],
  ['B188', 'face.png'],
  ['B188', 'http://pictures.invalid/face.png'],
  ['B188', 'http://93.184.215.14/face.png'],
  ['B188', 'http://127.0.0.1:80/face.png'],
  ['B188', 'http://[::1]/face.png'],
  ['B188', 'http://localhost/face.png'],
])('%s a picture at %s refuses the registration', async (_, avatarUrl) => {
  const forum = await createTestForum({ extensions: [provider] })
  const { browser, answer } = await signIn(forum, { ...gong, provided: { avatarUrl } })
  const { status, body } = await register(browser, { username: 'ann', email, token: answer.token })
  expect({ status, pointers: body.errors.map(({ source }) => source?.pointer) }).toEqual({
    status: 422,
    pointers: ['/data/attributes/avatar_url'],
  })
  expect(await users(forum)).toEqual([])
  expect(logged(forum)).toEqual([])
})

test('tokens are not readable in the database, and expired ones are deleted', async () => {
  const forum = await createTestForum({ extensions: [provider] })
  const { answer } = await signIn(forum, gong)
  const rows = () => forum.current.database.read.selectFrom('registration_tokens').selectAll().execute()
  expect(JSON.stringify(await rows())).not.toContain(answer.token)
  forum.clock.advance(25 * 3600)
  await forum.settled()
  expect(await rows()).toEqual([])
})
