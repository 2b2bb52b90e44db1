import {
  admin,
  changeDiscussion,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { Actor, everyone, members } from '../../points/context/actor.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { createApiKey } from '../access-tokens/api-keys.ts'
import { writeAuditEntry } from './write-entry.ts'

/** The attributes of all entries, the newest first. */
async function entriesOf(forum: TestForum, query = ''): Promise<Record<string, unknown>[]> {
  const { status, body } = await (await forum.as(admin)).get(`/api/audit-entries?${query}`)
  expect(status).toBe(200)
  return body.data.map(({ attributes }) => attributes)
}

type Stored = string | boolean | null

const settingLabels: Readonly<Record<string, string>> = {
  forum_title: 'Forum title',
  welcome_title: 'Welcome banner › Title',
  mail_driver: 'Delivery › Send mail by',
  mail_host: 'Delivery › Server',
  allow_sign_up: 'New members › Let visitors sign up',
}

/** A setting without a form is named by its key. */
const settingChange = (field: string, before: Stored, after: Stored) => ({
  field,
  label: settingLabels[field] ?? field,
  before,
  after,
})

/** Long values of declared settings. */
const publicTexts = Object.fromEntries(
  [
    ...['forum_title', 'forum_description', 'welcome_title', 'custom_footer'],
    ...['custom_header', 'mail_from', 'mail_host', 'mail_username'],
  ].map((key) => [key, key.repeat(5000).slice(0, 30_000)]),
)

/** Shows names in capitals. */
const capitals: InstalledExtension = {
  id: 'capitals',
  title: 'Capitals',
  version: '1.0.0',
  declaration: {
    displayNames: { capitals: { reads: ['username'], of: ({ username }) => username.toUpperCase() } },
  },
}

eachTestForum((open) => {
  test('an entry says who did what, when, from where and by what', async () => {
    const forum = await open()
    const browser = await forum.browserOf(admin)
    await browser.post('/api/settings', { forum_title: 'Garden' })
    const [entry] = await entriesOf(forum)
    expect(entry).toEqual({
      createdAt: '2024-01-01T00:00:00+00:00',
      text: 'admin changed settings',
      action: 'settings.changed',
      actorId: 1,
      actorName: 'admin',
      targetType: null,
      targetId: null,
      targetName: null,
      changes: [
        settingChange('forum_title', 'Test forum', 'Garden'),
        settingChange('welcome_title', 'Welcome to Test forum', 'Welcome to Garden'),
      ],
      omittedFields: 0,
      origin: 'session',
      credentialId: expect.any(Number),
      ipAddress: '127.0.0.1',
    })
  })

  test('the origin is a session, a token, an API key, a guest, a job or the command line', async () => {
    const forum = await open()
    const { database } = forum.current
    const origins = async () => (await entriesOf(forum)).map(({ origin, actorId }) => [origin, actorId])
    await (await forum.as(admin)).post('/api/settings', { forum_title: 'A' })
    const key = await forum.current.write(forum.asSystem(), (context) => createApiKey(context, { userId: 1 }))
    const asKey = { authorization: `Token ${key.key}` }
    await forum.guest().post('/api/settings', { forum_title: 'B' }, asKey)
    await grant(forum, 'discussion.delete', [everyone])
    const { id } = await makeDiscussion(forum)
    const guest = forum.browser()
    await guest.get('/api')
    expect((await guest.delete(`/api/discussions/${id}`)).status).toBe(204)
    const job = { ...forum.asSystem(), process: 'job' as const }
    await forum.current.write(job, (context) => writeAuditEntry(context, 'cache.cleared', {}))
    expect(await origins()).toEqual([
      ['job', null],
      ['guest', null],
      ['apiKey', 1],
      ['commandLine', null],
      ['token', 1],
    ])
    const [byKey] = await database.read
      .selectFrom('audit_entries')
      .select('credential_id')
      .where('origin', '=', 'apiKey')
      .execute()
    expect(byKey?.credential_id).toBe(key.id)
  })

  test('the name of the actor is the one that is shown at that time', async () => {
    const forum = await open({ extensions: [capitals] })
    const client = await forum.as(admin)
    await client.post('/api/settings', { display_name_driver: 'capitals' })
    await client.post('/api/settings', { forum_title: 'Loud' })
    expect((await entriesOf(forum)).slice(0, 2).map(({ text }) => text)).toEqual([
      'ADMIN changed settings',
      'admin changed settings',
    ])
  })

  test('secrets, and settings that nothing declares, are only said to be changed', async () => {
    const forum = await open()
    const secret = 'hush-hush'
    await (await forum.as(admin)).post('/api/settings', {
      mail_password: secret,
      mail_mailgun_secret: secret,
      disabled_token: secret,
      mail_host: 'mail.machine.local',
    })
    const [entry] = await entriesOf(forum)
    expect(entry?.changes).toEqual([
      { field: 'mail_password', label: 'Delivery › Password', isSecret: true },
      { field: 'mail_mailgun_secret', label: 'Delivery › API key', isSecret: true },
      { field: 'disabled_token', label: 'disabled_token', isSecret: true },
      settingChange('mail_host', null, 'mail.machine.local'),
    ])
    const rows = await forum.current.database.read.selectFrom('audit_entries').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('the values of switches are true and false', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    await client.post('/api/settings', { allow_sign_up: false })
    await client.post('/api/settings', { allow_sign_up: true })
    await client.post('/api/admin/safe-mode', { enabled: true })
    const entries = await entriesOf(forum)
    expect(entries.map(({ changes }) => changes)).toEqual([
      [settingChange('safe_mode', null, true)],
      [settingChange('allow_sign_up', false, true)],
      [settingChange('allow_sign_up', null, false)],
    ])
  })

  test('the values of choices are the names of the options', async () => {
    const forum = await open()
    await (await forum.as(admin)).post('/api/settings', { mail_driver: 'smtp' })
    const [entry] = await entriesOf(forum)
    expect(entry?.changes).toEqual([settingChange('mail_driver', null, 'SMTP server')])
  })

  test('an entry stays small: values are cut, and of many fields only the number is kept', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    await client.post('/api/settings', { welcome_message: '🌻'.repeat(20_000) })
    const texts = {
      ...publicTexts,
      ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`key_${n}`, 'x'])),
    }
    expect((await client.post('/api/settings', texts)).status).toBe(204)
    const [keys, long] = await entriesOf(forum)
    expect(keys).toMatchObject({ omittedFields: 18 })
    expect(keys?.changes).toHaveLength(50)
    expect(long?.changes).toMatchObject([{ after: `${'🌻'.repeat(500)}…` }])
    const rows = await forum.current.database.read.selectFrom('audit_entries').select('changes').execute()
    for (const { changes } of rows) expect(changes.length).toBeLessThan(20_000)
  })

  test('a change and its entry are stored together or not at all', async () => {
    const forum = await open()
    const failing = forum.current.write(forum.asSystem(), async (context) => {
      await writeAuditEntry(context, 'cache.cleared', {})
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    expect(await entriesOf(forum, 'filter[action]=cache.cleared')).toEqual([])
    await expect(
      forum.current.write(forum.asSystem(), (context) => writeAuditEntry(context, 'sky.fell' as never, {})),
    ).rejects.toThrow("No enabled extension declares the audit action 'sky.fell'")
    await expect(
      forum.current.write(forum.asSystem(), (context) =>
        writeAuditEntry(context, 'group.edited', { changes: { size: [1, 2] } as never }),
      ),
    ).rejects.toThrow("The audit action 'group.edited' needs a target")
    await expect(
      forum.current.write(forum.asSystem(), (context) =>
        writeAuditEntry(context, 'group.edited', {
          target: { id: 1, name: 'x' },
          changes: { size: [1, 2] } as never,
        }),
      ),
    ).rejects.toThrow("The audit action 'group.edited' declares no field 'size'")
  })

  test('an entry costs one insert', async () => {
    const forum = await open()
    const system = forum.asSystem()
    const actor = new Actor(system.actor.rules, { id: 1, isEmailConfirmed: true, markedAllAsReadAt: null })
    await forum.settled()
    const before = forum.current.database.queries
    await forum.current.write({ ...system, actor }, (context) =>
      writeAuditEntry(context, 'discussion.renamed', {
        target: { id: 1, name: 'Old title' },
        changes: { title: ['Old title', 'New title'] },
      }),
    )
    expect(forum.current.database.queries - before).toBe(1)
    expect(await entriesOf(forum)).toMatchObject([
      {
        text: 'admin renamed the discussion “Old title”',
        changes: [{ field: 'title', label: 'Title', before: 'Old title', after: 'New title' }],
      },
    ])
  })

  test('what authors and owners do with their own leaves no entry, what others do leaves one', async () => {
    const forum = await open()
    await grant(forum, 'discussion.rename', [members])
    await grant(forum, 'user.editCredentials', [members])
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    for (const [client, count] of [
      [await forum.as(author), 0],
      [await forum.as(await makeUser(forum)), 3],
    ] as const) {
      const name = `name-${count}`
      const email = { data: { attributes: { password: 'a new password' } } }
      const answers = [
        await changeDiscussion(client, id, { title: `Title ${count}` }),
        await client.patch(`/api/users/${author.id}`, { data: { attributes: { username: name } } }),
        await client.patch(`/api/users/${author.id}`, email),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await entriesOf(forum)).toHaveLength(count)
    }
  })
})
