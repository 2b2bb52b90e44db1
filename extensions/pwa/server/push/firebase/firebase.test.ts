import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { join } from 'node:path'
import {
  type ApiClient,
  admin,
  createTestForum,
  makeUser,
  readExtension,
  type TestForum,
} from '@parley/testing'
import { makeDiscussion } from '@parley/testing/discussions'
import { type OtherRequest, type PushService, startPushService } from '@parley/testing/push-service'
import { expect, test } from 'vitest'
import '../tables.ts'
import { calling, makeWorld } from '../sending/test-world.ts'

const extensions = [await readExtension(join(import.meta.dirname, '../../..')), calling]

function makeAccount() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    type: 'service_account',
    project_id: 'forum-1',
    client_email: 'forum@forum-1.iam.gserviceaccount.com',
    private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    token_uri: 'https://evil.example/token',
  }
  return { account, publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString() }
}

function upload(client: ApiClient, text: string, field = 'file') {
  const form = new FormData()
  form.append(field, new Blob([text]), 'account.json')
  return client.postFiles('/api/pwa/firebase-config', form)
}

const register = (client: ApiClient, token: unknown) =>
  client.post('/api/pwa/firebase-push-subscriptions', { token })

function rows({ current: { database } }: TestForum) {
  return database.read.selectFrom('firebase_push_subscriptions').selectAll().orderBy('id').execute()
}

/** Tokens that Firebase refuses: the status and its code. */
const refusals: Record<string, [status: number, code: string]> = {
  unknown: [404, 'UNREGISTERED'],
  foreign: [403, 'SENDER_ID_MISMATCH'],
}

/** Answers as Google does. */
function answerAsGoogle(service: PushService, publicKey: string, sent: unknown[]) {
  service.other = ({ address, headers, body }: OtherRequest) => {
    if (address === 'https://oauth2.googleapis.com/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? ''
      const [header = '', claims = '', signature = ''] = assertion.split('.')
      const signed = Buffer.from(`${header}.${claims}`)
      const isSigned = verify(
        'sha256',
        signed,
        createPublicKey(publicKey),
        Buffer.from(signature, 'base64url'),
      )
      if (!isSigned) return { status: 400, json: { error: 'invalid_grant' } }
      sent.push(JSON.parse(Buffer.from(claims, 'base64url').toString()))
      return { status: 200, json: { access_token: 'access', expires_in: 600 } }
    }
    if (address !== 'https://fcm.googleapis.com/v1/projects/forum-1/messages:send') return { status: 404 }
    if (headers.authorization !== 'Bearer access') return { status: 401 }
    const message = JSON.parse(body).message
    sent.push(message)
    const refused = refusals[message.token]
    return refused
      ? { status: refused[0], json: { error: { details: [{ errorCode: refused[1] }] } } }
      : { status: 200, json: { name: 'x' } }
  }
}

test('devices get the title and the text over Firebase, with one token, and unknown ones are deleted', async () => {
  const service = await startPushService()
  const { network } = service
  const forum = await createTestForum({ extensions, network, baseUrl: 'https://forum.example' })
  const { account, publicKey } = makeAccount()
  const stored = await upload(await forum.as(admin), JSON.stringify(account))
  expect([stored.status, stored.text]).toEqual([204, ''])
  const sent: unknown[] = []
  answerAsGoogle(service, publicKey, sent)
  const user = await makeUser(forum)
  const member = await forum.as(user)
  for (const token of ['known', 'unknown', 'foreign'])
    expect((await register(member, token)).status).toBe(201)
  const { id } = await makeDiscussion(forum)
  const { call } = await makeWorld(forum, service, { admin, author: await makeUser(forum) })
  await call(id, [user], 'Look')
  await forum.settled()
  const notification = { title: expect.stringMatching(/./), body: 'Look' }
  expect(sent).toEqual([
    {
      iss: account.client_email,
      aud: 'https://oauth2.googleapis.com/token',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      iat: expect.any(Number),
      exp: expect.any(Number),
    },
    { token: 'known', notification },
    { token: 'unknown', notification },
    { token: 'foreign', notification },
  ])
  expect((await rows(forum)).map(({ token }) => token)).toEqual(['known'])
  await call(id, [user], 'Again')
  await forum.settled()
  // The token still counts.
  expect(sent.slice(4)).toMatchObject([{ token: 'known' }])

  // A token that Google has withdrawn is replaced, and the message is sent later.
  const asGoogle = service.other
  service.other = () => ({ status: 401 })
  await call(id, [user], 'Withdrawn')
  await forum.settled()
  service.other = asGoogle
  sent.length = 0
  forum.clock.advance(100)
  await forum.settled()
  expect(sent).toMatchObject([
    { aud: 'https://oauth2.googleapis.com/token' },
    { notification: { body: 'Withdrawn' } },
  ])

  forum.clock.advance(700)
  service.other = () => ({ status: 400 })
  await call(id, [user], 'A third time')
  await forum.settled()
  expect(await rows(forum)).toHaveLength(1)
  expect(forum.logged.at(-1)).toMatchObject({ level: 'warn', message: 'A push was refused' })
})

test('a device belongs to the member who registered it last', async () => {
  const forum = await createTestForum({ extensions })
  const [one, other] = [await makeUser(forum), await makeUser(forum)]
  const answer = await register(await forum.as(one), 'device')
  expect(answer.body).toMatchObject({
    data: {
      type: 'firebase_push_subscriptions',
      attributes: { token: 'device' },
      relationships: { user: { data: { type: 'users', id: String(one.id) } } },
    },
    included: [{ type: 'users', id: String(one.id) }],
  })
  expect((await register(await forum.as(one), 'device')).status).toBe(201)
  expect((await register(await forum.as(other), 'device')).status).toBe(201)
  expect(await rows(forum)).toMatchObject([{ token: 'device', user_id: other.id }])
  for (const token of ['', null, undefined, {}, 'x'.repeat(2049)])
    expect([token, (await register(await forum.as(one), token)).status]).toEqual([token, 422])
  const guest = forum.browser()
  await guest.get('/api')
  expect((await register(guest, 'device')).status).toBe(401)
  expect(await rows(forum)).toMatchObject([{ token: 'device', user_id: other.id }])
})

test('only administrators store an account, only one that is one, and no answer has it', async () => {
  const forum = await createTestForum({ extensions })
  const client = await forum.as(admin)
  const { account } = makeAccount()
  const { publicKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const others: object[] = [
    {},
    { ...account, type: 'user' },
    { ...account, private_key: 'x' },
    { ...account, private_key: ec.export({ format: 'pem', type: 'spki' }) },
    { ...account, project_id: '../x' },
    { ...account, client_email: 5 },
  ]
  for (const text of ['', 'x', '[]', 'null', ...others.map((other) => JSON.stringify(other))])
    expect([text, (await upload(client, text)).status]).toEqual([text, 422])
  expect((await upload(client, JSON.stringify(account), 'other')).status).toBe(422)
  const member = await forum.as(await makeUser(forum))
  expect((await upload(member, JSON.stringify(account))).status).toBe(403)
  expect(forum.current.settings.get('askvortsov-pwa.firebaseConfig')).toBe('')
  expect((await upload(client, JSON.stringify(account))).status).toBe(204)
  const stored = forum.current.settings.get('askvortsov-pwa.firebaseConfig')
  expect(stored).not.toContain('service_account')
  for (const path of ['/api', '/api/admin/settings', '/api/pwa/settings'])
    expect((await client.get(path)).text).not.toContain(stored)
})
