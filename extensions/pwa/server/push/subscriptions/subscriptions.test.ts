import { createECDH, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  type ApiClient,
  admin,
  createTestForum,
  makeUser,
  onBothDatabases,
  planOf,
  readExtension,
  setSettings,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import '../tables.ts'

const extension = await readExtension(join(import.meta.dirname, '../../..'))

function browserKeys() {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
  return { p256dh, auth: randomBytes(16).toString('base64url') }
}

const at = (path: string) => `https://fcm.googleapis.com/fcm/send/${path}`

const push = (client: ApiClient, subscription: unknown) => client.post('/api/pwa/push', { subscription })

async function subscribe(client: ApiClient, path: string): Promise<void> {
  expect((await push(client, { endpoint: at(path), keys: browserKeys() })).status).toBe(201)
}

function rows({ current: { database } }: TestForum) {
  return database.read.selectFrom('push_subscriptions').selectAll().orderBy('id').execute()
}

const endpointsOf = async (forum: TestForum) => (await rows(forum)).map(({ endpoint }) => endpoint)

test('administrators make keys, and a second time drop the subscriptions for the former ones', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const client = await forum.as(admin)
  const publicKey = async () => (await forum.guest().get('/api')).body.data.attributes?.vapidPublicKey
  expect(await publicKey()).toBe('')
  const member = await forum.as(await makeUser(forum))
  expect((await member.post('/api/reset_vapid', {})).status).toBe(403)
  expect(await publicKey()).toBe('')

  const first = await client.post('/api/reset_vapid', {})
  expect([first.status, first.body]).toEqual([200, { deleted: 0 }])
  const key = String(await publicKey())
  expect(key).toMatch(/^B[\w-]{86}$/)
  await subscribe(member, 'a')
  await subscribe(client, 'b')
  expect((await rows(forum)).map((row) => row.vapid_public_key)).toEqual([key, key])

  expect((await client.post('/api/reset_vapid', {})).body).toEqual({ deleted: 2 })
  expect(await publicKey()).not.toBe(key)
  expect(await rows(forum)).toEqual([])
})

test('the private key is sealed, and no answer has it', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const client = await forum.as(admin)
  await client.post('/api/reset_vapid', {})
  const { settings } = forum.current
  const stored = settings.get('askvortsov-pwa.vapid.private')
  // 32 bytes in URL-safe base64 would be 43 characters.
  expect(stored.length).toBeGreaterThan(60)
  for (const path of ['/api', '/api/admin/settings', '/api/pwa/settings'])
    expect((await client.get(path)).text).not.toContain(stored)
  // The audit log tells of the change.
  const entries = await forum.current.database.read.selectFrom('audit_entries').selectAll().execute()
  expect(JSON.stringify(entries)).toContain(settings.get('askvortsov-pwa.vapid.public'))
  expect(JSON.stringify(entries)).not.toContain(stored)
})

test('the keys and the account are stored by their own routes only', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const client = await forum.as(admin)
  for (const name of ['vapid.public', 'vapid.private', 'firebaseConfig']) {
    const key = `askvortsov-pwa.${name}`
    const { status, body } = await client.post('/api/settings', { [key]: '' })
    expect([status, body.errors[0]?.source]).toEqual([422, { pointer: `/data/attributes/${key}` }])
  }
})

test('a browser is registered, with the answer of the contract', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  await (await forum.as(admin)).post('/api/reset_vapid', {})
  const user = await makeUser(forum)
  const keys = browserKeys()
  const time = Date.UTC(2030, 0, 2)
  const { status, body } = await push(await forum.as(user), {
    endpoint: at('x'),
    expirationTime: time,
    keys,
  })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    type: 'push_subscriptions',
    attributes: {
      endpoint: at('x'),
      vapidPublicKey: forum.current.settings.get('askvortsov-pwa.vapid.public'),
      expiresAt: '2030-01-02T00:00:00+00:00',
    },
    relationships: { user: { data: { type: 'users', id: String(user.id) } } },
  })
  expect(body.included).toMatchObject([{ type: 'users', id: String(user.id) }])
  expect(JSON.stringify(body)).not.toContain(keys.auth)
  const [row] = await rows(forum)
  expect(row).toMatchObject({ user_id: user.id, keys: JSON.stringify(keys) })
  // Without keys, the row is there and gets no pushes.
  expect((await push(await forum.as(user), { endpoint: at('y') })).body.data.attributes?.expiresAt).toBeNull()
  expect((await rows(forum))[1]?.keys).toBeNull()
})

test('what is no subscription, or one at another host, is refused and changes nothing', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const client = await forum.as(await makeUser(forum))
  const keys = browserKeys()
  const code = async (subscription: unknown, sender = client) => {
    const { status, body } = await push(sender, subscription)
    return [status, body.errors?.[0]?.code]
  }
  for (const sent of [undefined, null, 'x', [], {}, { keys }, { endpoint: '' }, { endpoint: 5, keys }])
    expect([sent, await code(sent)]).toEqual([sent, [400, 'invalid_parameter']])
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.example/x',
    'https://xfcm.googleapis.com/x',
    'https://fcm.googleapis.com./x',
    'https://fcm.googleapis.com@example.com/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://example.com/fcm.googleapis.com',
    'https://example.com#.push.apple.com',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'wss://fcm.googleapis.com/x',
    'fcm.googleapis.com',
    `https://example.com/${'x'.repeat(300)}`,
  ])
    expect([endpoint, await code({ endpoint, keys })]).toEqual([endpoint, [403, 'permission_denied']])
  const other = { ...keys }
  for (const wrong of [
    { ...other, auth: 'short' },
    { ...other, auth: '!'.repeat(22) },
    { auth: other.auth },
    { p256dh: other.p256dh },
    { ...other, p256dh: other.p256dh.slice(1) },
    { ...other, p256dh: Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url') },
    'keys',
  ])
    expect([wrong, await code({ endpoint: at('x'), keys: wrong })]).toEqual([
      wrong,
      [422, 'validation_error'],
    ])
  for (const endpoint of [at('x'.repeat(2048)), at('é')])
    expect((await code({ endpoint, keys }))[0]).toBe(422)
  for (const expirationTime of ['soon', -1, 1e17, 1.5])
    expect((await code({ endpoint: at('x'), expirationTime, keys }))[0]).toBe(422)
  const guest = forum.browser()
  await guest.get('/api')
  expect(await code({ endpoint: at('x'), keys }, guest)).toEqual([401, 'not_authenticated'])
  expect(await rows(forum)).toEqual([])
})

test('each push service is known, and hosts below it', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const client = await forum.as(await makeUser(forum))
  for (const host of [
    'android.googleapis.com',
    'updates.push.services.mozilla.com',
    'updates-autopush.stage.mozaws.net',
    'updates-autopush.dev.mozaws.net',
    'db5p.notify.windows.com',
    'web.push.apple.com',
    'fcm.googleapis.com:443',
  ])
    expect((await push(client, { endpoint: `https://${host}/x`, keys: browserKeys() })).status).toBe(201)
})

onBothDatabases((open) => {
  test('an endpoint belongs to the member who sent it last, and simultaneous requests leave one row', async () => {
    const forum = await open({ extensions: [extension] })
    const [one, other] = [await makeUser(forum), await makeUser(forum)]
    const [first, second] = [await forum.as(one), await forum.as(other)]
    await subscribe(first, 'shared')
    const keys = browserKeys()
    await push(second, { endpoint: at('shared'), keys })
    expect(await rows(forum)).toMatchObject([{ user_id: other.id, keys: JSON.stringify(keys) }])
    const answers = await Promise.all(
      [first, second, first, second].map((client) =>
        push(client, { endpoint: at('new'), keys: browserKeys() }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await endpointsOf(forum)).toEqual([at('shared'), at('new')])
  })

  test('a long endpoint is kept whole, and one that is sent again soon writes nothing', async () => {
    const forum = await open({ extensions: [extension] })
    const client = await forum.as(await makeUser(forum))
    // As browsers of Windows have them.
    const token = randomBytes(700).toString('base64url').slice(0, 900)
    const endpoint = `https://wns2-db5p.notify.windows.com/w/?token=${token}`
    const keys = browserKeys()
    const first = await push(client, { endpoint, keys })
    expect([first.status, await endpointsOf(forum)]).toEqual([201, [endpoint]])
    forum.clock.advance(60)
    let again = first
    const statements = await statementsOf(forum, async () => {
      again = await push(client, { endpoint, keys })
    })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(statements.filter(({ sql }) => /^(insert|update|delete)\b.*push_subscriptions/.test(sql))).toEqual(
      [],
    )
    const used = (await rows(forum))[0]?.last_used
    forum.clock.advance(700)
    await push(client, { endpoint, keys: browserKeys() })
    const [row] = await rows(forum)
    expect([row?.keys === JSON.stringify(keys), row?.last_used === used]).toEqual([false, false])
  })

  test('above the limit, the least recently used browsers go', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, { 'askvortsov-pwa.userMaxSubscriptions': '3' })
    const client = await forum.as(await makeUser(forum))
    const other = await forum.as(await makeUser(forum))
    await subscribe(other, 'other')
    for (const path of ['a', 'b', 'c']) {
      await subscribe(client, path)
      forum.clock.advance(700)
    }
    await subscribe(client, 'a')
    forum.clock.advance(700)
    await subscribe(client, 'd')
    expect(await endpointsOf(forum)).toEqual(['other', 'a', 'c', 'd'].map(at))
    await setSettings(forum, { 'askvortsov-pwa.userMaxSubscriptions': '1' })
    await subscribe(client, 'c')
    expect(await endpointsOf(forum)).toEqual(['other', 'c'].map(at))
  })

  test('browsers are no longer told after logging out or the end of the account', async () => {
    const forum = await open({ extensions: [extension] })
    const [user, other] = [await makeUser(forum), await makeUser(forum)]
    const [phone, laptop] = [await forum.browserOf(user), await forum.browserOf(user)]
    await subscribe(phone, 'phone')
    await subscribe(laptop, 'laptop')
    await subscribe(await forum.browserOf(other), 'other')
    await phone.get(`/logout?token=${phone.csrfToken}`)
    expect(await endpointsOf(forum)).toEqual(['laptop', 'other'].map(at))

    expect((await (await forum.as(admin)).delete(`/api/users/${other.id}`)).status).toBe(204)
    await forum.settled()
    expect(await endpointsOf(forum)).toEqual([at('laptop')])
  })

  test('subscriptions of users, sessions and endpoints are found by an index', async () => {
    const forum = await open({ extensions: [extension] })
    const { database } = forum.current
    for (const column of ['endpoint', 'user_id', 'access_token_id'] as const) {
      const query = database.read
        .selectFrom('push_subscriptions')
        .select('id')
        .where(column, '=', column === 'endpoint' ? 'x' : 1)
        .compile()
      const plan = await planOf(database, query, { without: ['seqscan'] })
      expect(plan).toContain(`push_subscriptions_${column}`)
    }
  })
})

test('the description of the API has the routes of pushes', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const { paths } = (await (await forum.as(admin)).get('/api/openapi.json')).body as unknown as {
    paths: Record<string, { post?: { requestBody?: unknown } }>
  }
  expect(JSON.stringify(paths['/api/pwa/push']?.post?.requestBody)).toMatch(/endpoint.*p256dh.*auth/)
  for (const path of ['/api/reset_vapid', '/api/pwa/firebase-push-subscriptions', '/api/pwa/firebase-config'])
    expect(paths[path]?.post).toBeDefined()
})
