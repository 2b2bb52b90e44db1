import { createTestForum, eachTestForum, makeUser, setSettings, startMailServer } from '@parley/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moderators } from '../../points/context/actor.ts'
import { defineExtension } from '../../points/extension.ts'

eachTestForum((open) => {
  test('B181 B182 administrators see the fields of each driver, but not their values', async () => {
    const forum = await open()
    await setSettings(forum, { mail_driver: 'smtp', mail_host: 'mail.invalid', mail_password: 'open sesame' })
    const { status, body, text, headers } = await (await forum.as(1)).get('/api/mail/settings')
    expect({ status, contentType: headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'application/vnd.api+json',
    })
    expect(body.data).toEqual({
      type: 'mail-settings',
      id: 'global',
      attributes: {
        fields: {
          file: {},
          log: {},
          mail: {},
          mailgun: {
            mail_mailgun_secret: '',
            mail_mailgun_domain: '',
            mail_mailgun_region: { 'api.mailgun.net': 'US', 'api.eu.mailgun.net': 'EU' },
          },
          smtp: { mail_host: '', mail_port: '', mail_encryption: '', mail_username: '', mail_password: '' },
        },
        sending: true,
        isSetByEnvironment: false,
        errors: [],
      },
    })
    expect(text).not.toContain('sesame')
  })

  test('only administrators see settings or send test mails', async () => {
    const forum = await open()
    const member = await makeUser(forum)
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    for (const client of [forum.guest(), await forum.as(member), await forum.as(moderator)]) {
      expect((await client.get('/api/mail/settings')).status).toBe(403)
      const { status } = await client.post('/api/mail/test')
      expect([400, 403]).toContain(status)
    }
    expect(await forum.mails()).toEqual([])
  })

  test('a test mail is sent immediately to the administrator who requested it', async () => {
    const forum = await open()
    const { status, text } = await (await forum.as(1)).post('/api/mail/test')
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(await forum.mails()).toMatchObject([
      { to: { name: 'admin', address: 'admin@machine.local' }, subject: 'Test email from Test forum' },
    ])
    expect(
      await forum.current.database.read.selectFrom('jobs').select('id').where('every', 'is', null).execute(),
    ).toEqual([])
  })
})

test('each invalid field has its message, and no mail is sent', async () => {
  const forum = await createTestForum()
  const admin = await forum.as(1)
  const shown = async (settings: Record<string, string | null>) => {
    await setSettings(forum, settings)
    const { sending, errors } = (await admin.get('/api/mail/settings')).body.data.attributes
    return { sending, errors }
  }
  expect(await shown({})).toEqual({ sending: false, errors: [] })
  expect(await shown({ mail_driver: 'smtp', mail_port: '0' })).toEqual({
    sending: false,
    errors: {
      mail_host: ['The mail host field is required.'],
      mail_port: ['The mail port must be a whole number.'],
    },
  })
  expect(await shown({ mail_driver: 'pigeon', mail_from: 'nobody' })).toEqual({
    sending: false,
    errors: { mail_driver: [expect.any(String)], mail_from: [expect.any(String)] },
  })
  expect(await shown({ mail_driver: null, mail_from: null })).toEqual({ sending: false, errors: [] })
  expect(await shown({ mail_driver: 'mail' })).toEqual({ sending: true, errors: [] })
})

test('a failed test mail reports the reason, without credentials', async () => {
  const server = await startMailServer({ account: { user: 'forum', password: 'right' } })
  const forum = await createTestForum()
  const admin = await forum.as(1)
  await setSettings(forum, {
    ...{ mail_driver: 'smtp', mail_host: '127.0.0.1', mail_port: String(server.port) },
    ...{ mail_username: 'forum', mail_password: 'wrong horse' },
  })
  const { status, body, text } = await admin.post('/api/mail/test')
  expect(status).toBe(409)
  expect(body.errors).toEqual([{ status: '409', code: 'io_error', detail: expect.stringContaining('535') }])
  expect(text).not.toContain('wrong horse')
  await setSettings(forum, { mail_port: 'x' })
  expect((await admin.post('/api/mail/test')).status).toBe(409)
  expect(server.accepted).toEqual([])
})

test('the server of the environment overrides invalid settings', async () => {
  const server = await startMailServer()
  const forum = await createTestForum({ smtpUrl: server.url })
  await setSettings(forum, { mail_driver: 'pigeon' })
  const admin = await forum.as(1)
  expect((await admin.get('/api/mail/settings')).body.data.attributes).toMatchObject({
    sending: true,
    errors: [],
  })
  expect((await admin.post('/api/mail/test')).status).toBe(204)
  expect(server.accepted).toHaveLength(1)
})

test('the settings can name a driver of an extension', async () => {
  const sent: string[] = []
  const declaration = defineExtension({
    settings: { 'pigeon.loft': { schema: z.string().nullable(), default: null } } as never,
    mailDrivers: {
      pigeon: {
        fields: {
          'pigeon.loft': { schema: z.enum(['north', 'south']), choices: { north: 'North', south: 'South' } },
        },
        delivers: true,
        send: async ({ to }, { values }) => void sent.push(`${to} from ${values['pigeon.loft']}`),
      },
    },
  })
  const forum = await createTestForum({
    extensions: [{ id: 'pigeon', title: 'Pigeon', version: '1.0.0', declaration }],
  })
  const admin = await forum.as(1)
  await setSettings(forum, { mail_driver: 'pigeon' })
  const { attributes } = (await admin.get('/api/mail/settings')).body.data
  expect(attributes).toMatchObject({
    fields: { pigeon: { 'pigeon.loft': { north: 'North', south: 'South' } } },
    sending: false,
    errors: { 'pigeon.loft': [expect.any(String)] },
  })
  await setSettings(forum, { 'pigeon.loft': 'north' })
  expect((await admin.post('/api/mail/test')).status).toBe(204)
  expect(sent).toEqual(['admin@machine.local from north'])
})
