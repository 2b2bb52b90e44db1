import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, installation } from '@parley/testing/command-line'
import { startMailServer } from '@parley/testing/mail-server'
import { blackPng } from '@parley/testing/png'
import { expect, test } from 'vitest'
import { createForum } from '../assembly/forum.ts'
import { sendMail } from '../features/mail/mail.ts'
import type { OutgoingMail } from '../features/mail/outgoing.ts'
import type { WriteContext } from '../points/context/context.ts'

const commands = commandLine({}, installation)
const { run } = commands

/** Changes the forum without a command. */
async function change(work: (context: WriteContext) => Promise<unknown>): Promise<void> {
  const { dataDir } = commands
  const database = { file: join(dataDir, 'forum.sqlite') }
  const forum = await createForum({ database, dataDir, baseUrl: 'http://localhost', port: 0 })
  await forum.current.write(forum.asSystem(), work)
  await forum.close()
}

/** Queues a mail with a secret link. */
const queue = (address: string) =>
  change((context) =>
    sendMail(context, {
      to: { address, name: '' },
      locale: null,
      key: 'core.email.reset_password',
      action: { url: 'http://localhost/reset/sesame', label: 'core.email.reset_password.button' },
    }),
  )

/** Makes the waiting mail one that failed for good. */
const fail = (error: string) =>
  change(async ({ db }) => {
    const { id, name, payload, created_at } = await db
      .deleteFrom('jobs')
      .where('name', '=', 'mail.send')
      .returning(['id', 'name', 'payload', 'created_at'])
      .executeTakeFirstOrThrow()
    const failed = { description: 'core.email.reset_password', recipient: 'ann@machine.local' }
    const row = { id, name, payload, created_at, failed_at: created_at, attempts: 13, error, ...failed }
    await db.insertInto('failed_jobs').values(row).execute()
  })

async function list(): Promise<OutgoingMail[]> {
  const { results } = await run('mail:list', '--json')
  return results === '' ? [] : results.split('\n').map((line) => JSON.parse(line) as OutgoingMail)
}

test('mail that failed or waits is listed without its links, sent again and deleted', async () => {
  await run('migrate')
  expect(await run('mail:list')).toMatchObject({ code: 0, notes: 'Nothing waits, and nothing failed.' })
  await queue('ann@machine.local')
  await fail('The road is closed')
  await queue('bob@machine.local')
  const [failed, waiting] = await list()
  expect([failed, waiting]).toMatchObject([
    { state: 'failed', kind: 'reset_password', recipient: 'ann@machine.local', error: 'The road is closed' },
    { state: 'waiting', kind: 'reset_password', recipient: 'bob@machine.local', error: null, failedAt: null },
  ])
  const { results } = await run('mail:list')
  expect(results).toMatch(
    /^\d+ {2}failed {2}ann@machine\.local {2}New password, made \S+, failed \S+, 13 attempts: The road is closed\n\d+ {2}waiting {2}bob@/,
  )
  expect(`${results}${JSON.stringify([failed, waiting])}`).not.toContain('sesame')
  expect((await run('mail:list', '--limit', '1')).results.split('\n')).toHaveLength(1)
  expect(await run('mail:list', '--limit', 'all')).toMatchObject({ code: 2 })

  const id = String(failed?.id)
  expect(await run('mail:retry', id)).toMatchObject({
    code: 0,
    results: `Mail ${id} will be sent in a moment.`,
  })
  expect(await list()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  expect(await run('mail:retry', id, '--json')).toMatchObject({ code: 0 })
  expect(await run('mail:delete', id)).toMatchObject({ code: 0, results: `Mail ${id} is deleted.` })
  expect(await run('mail:delete', id)).toMatchObject({ code: 1 })
  expect(await run('mail:delete', String(waiting?.id), '--json')).toMatchObject({ code: 0 })
  expect(await list()).toEqual([])
})

test('the commands for mail leave other jobs alone', async () => {
  await run('migrate')
  await change(({ db }) => {
    const times = { created_at: '2026-01-01T00:00:00.000Z', due_at: '2100-01-01T00:00:00.000Z' }
    return db
      .insertInto('jobs')
      .values({ id: 900, name: 'mail.sweep', ...times })
      .execute()
  })
  for (const name of ['mail:retry', 'mail:delete'])
    expect(await run(name, '900'), name).toMatchObject({ code: 1 })
  expect(await run('mail:delete', 'nine')).toMatchObject({ code: 2 })
  expect(await list()).toEqual([])
})

test('a test mail arrives, or the reason is said', async () => {
  const server = await startMailServer()
  const port = String(server.port)
  await run('setting:set', 'mail_driver', 'smtp', 'mail_host', '127.0.0.1', 'mail_port', port)
  expect(await run('mail:test', 'ann@machine.local')).toMatchObject({
    code: 0,
    results: 'A test mail was sent to ann@machine.local.',
  })
  expect(server.accepted).toMatchObject([
    { envelope: { to: ['ann@machine.local'] }, subject: 'Test email from A forum' },
  ])
  expect(server.accepted[0]?.text).toContain('Hello ann,')
  await run('mail:test', 'a@b.org')
  expect(server.accepted[1]?.text).toContain('Hello admin,')
  await run('setting:set', 'mail_host', '')
  const failed = await run('mail:test', 'ann@machine.local')
  expect(failed).toMatchObject({ code: 1, notes: expect.stringContaining('Mail is not set up') })
  const { code, results } = await run('mail:test', 'ann@machine.local', '--json')
  expect({ code, ...JSON.parse(results) }).toEqual({
    code: 1,
    isSent: false,
    error: expect.stringContaining('Mail is not set up'),
  })
  expect(await run('mail:test', 'ann')).toMatchObject({ code: 2 })
})

test('several settings are stored together, or none', async () => {
  const refused = await run('setting:set', 'welcome_title', 'Hello', 'theme_primary_color', 'red')
  expect(refused).toMatchObject({ code: 1 })
  expect(await run('setting:get', 'welcome_title')).toMatchObject({ results: 'Welcome to A forum' })
  const stored = await run(
    'setting:set',
    '--json',
    'welcome_title',
    'Hello',
    'theme_primary_color',
    '#123456',
  )
  expect(JSON.parse(stored.results)).toEqual({ set: ['welcome_title', 'theme_primary_color'] })
  expect(JSON.parse((await run('setting:get', 'welcome_title', '--json')).results)).toEqual({
    key: 'welcome_title',
    value: 'Hello',
    isDefault: false,
  })
  expect(await run('setting:set', 'welcome_title')).toMatchObject({ code: 2 })
})

test('the logo and the icon are set from files, and removed', async () => {
  const file = join(commands.dataDir, 'picture.png')
  writeFileSync(file, blackPng(200))
  const { logo } = JSON.parse((await run('logo:set', file, '--json')).results) as { logo: string }
  expect(logo).toMatch(/\/assets\/logo-[a-z0-9]{8}\.png$/)
  expect(await run('setting:get', 'logo_path')).toMatchObject({ results: logo.split('/').at(-1) })
  expect((await run('favicon:set', file)).results).toContain('/assets/favicon-')
  writeFileSync(file, 'no picture')
  expect(await run('logo:set', file)).toMatchObject({ code: 1, notes: expect.stringContaining('image') })
  expect(await run('logo:set', `${file}.missing`)).toMatchObject({ code: 2 })
  writeFileSync(file, Buffer.alloc(4 * 1024 ** 2 + 1))
  expect(await run('logo:set', file)).toMatchObject({ code: 2, notes: expect.stringContaining('4 MiB') })
  expect(await run('logo:remove')).toMatchObject({ code: 0, results: 'The forum has no logo.' })
  expect(await run('setting:get', 'logo_path')).toMatchObject({ results: '' })
})
