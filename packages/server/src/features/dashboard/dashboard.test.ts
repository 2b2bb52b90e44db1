import { createTestForum, grant, makeUser, onBothDatabases, setSettings } from '@parley/testing'
import { expect, test } from 'vitest'
import { ExtensionError } from '../../infrastructure/errors.ts'
import { combineChecks } from '../../points/checks/checks.ts'
import { members } from '../../points/context/actor.ts'
import type { InstalledExtension } from '../../points/extension.ts'

const path = '/api/admin/dashboard'

interface Dashboard {
  problems: { name: string; state: string; text: string; advice: string }[]
  versions: Record<string, string>
  storage: Record<string, number>
  queue: Record<'running' | 'waiting' | 'failed', { name: string; count: number }[]> & { limit: number }
}

/** An extension with checks of its own. */
const checking: InstalledExtension = {
  id: 'checking',
  title: 'Checking',
  version: '1.0.0',
  declaration: {
    checks: {
      good: () => [{ state: 'ok', key: 'core.admin.checks.mail_ok' }],
      bad: async () => [{ state: 'fail', key: 'core.admin.checks.disk', params: { gigabytes: 0 } }],
      broken: () => {
        throw new Error('Out of paper')
      },
    },
  },
}

onBothDatabases((open, kind) => {
  const dashboardOf = async (forum: Awaited<ReturnType<typeof open>>) => {
    const { status, body } = await (await forum.as(1)).get(path)
    expect(status).toBe(200)
    return body as unknown as Dashboard
  }

  test('is for administrators only', async () => {
    const forum = await open()
    await grant(forum, 'statistics.view', [members])
    expect((await forum.guest().get(path)).status).toBe(403)
    expect((await (await forum.as(await makeUser(forum))).get(path)).status).toBe(403)
  })

  test('shows versions, storage and the queue', async () => {
    const forum = await open()
    const { database } = forum.current
    const at = '2024-01-01T00:00:00.000Z'
    await database.transaction(async (db) => {
      const job = { due_at: at, created_at: at }
      await db
        .insertInto('jobs')
        .values([
          { ...job, name: 'mail.send', key: 'a' },
          { ...job, name: 'mail.send', key: 'b' },
          { ...job, name: 'mail.send', key: 'c', lease: 'x' },
        ])
        .execute()
      const failed = { created_at: at, failed_at: at, attempts: 1, error: 'No paper' }
      await db
        .insertInto('failed_jobs')
        .values([
          { ...failed, id: 1, name: 'mail.send' },
          { ...failed, id: 2, name: 'digest' },
        ])
        .execute()
    })
    const { versions, storage, queue, problems } = await dashboardOf(forum)
    expect(versions).toEqual({
      parley: forum.current.version,
      node: process.versions.node,
      database: expect.stringMatching(kind === 'sqlite' ? /^SQLite 3\./ : /^PostgreSQL \d+/),
    })
    expect(storage.database).toBeGreaterThan(10_000)
    expect(storage.total).toBeGreaterThan(storage.free ?? 0)
    expect(queue).toEqual({
      waiting: [{ name: 'mail.send', count: 2 }],
      running: [{ name: 'mail.send', count: 1 }],
      failed: expect.arrayContaining([
        { name: 'mail.send', count: 1 },
        { name: 'digest', count: 1 },
      ]),
      limit: 1000,
    })
    const texts = problems.map(({ text }) => text)
    expect(texts).toContain('1 email couldn’t be sent. The latest failure: No paper.')
    expect(texts).toContain(
      '1 job has failed for good. The latest: digest, 2024-01-01T00:00:00.000Z: No paper.',
    )
  })

  test('names a queue that lags', async () => {
    const forum = await open()
    const names = async () => (await dashboardOf(forum)).problems.map(({ name }) => name)
    expect(await names()).toEqual(['mail'])
    const due_at = '2023-12-31T23:54:00.000Z'
    await forum.current.database.transaction((db) =>
      db.insertInto('jobs').values({ name: 'mail.send', due_at, created_at: due_at }).execute(),
    )
    const { problems } = await dashboardOf(forum)
    expect(problems.find(({ name }) => name === 'queue')?.text).toBe('Jobs have been waiting for 6 minutes.')
  })
})

test('says what is wrong and what to do, first what does not work, in the language of the reader', async () => {
  const forum = await createTestForum({
    extensions: [checking],
    debug: true,
    rateLimits: 'off',
    pageCache: 'off',
    baseUrl: 'https://forum.example.org',
  })
  for (let n = 0; n < 20; n++) await forum.inject({ url: '/api', headers: { host: 'www.example.org' } })
  await setSettings(forum, { mail_from: 'nobody', default_locale: 'de' })
  const { body } = await (await forum.as(1)).get(path)
  const { problems } = body as unknown as Dashboard
  expect(problems.map(({ name, state }) => `${state} ${name}`)).toEqual([
    'fail mail',
    'fail bad',
    'fail broken',
    'warn base-url',
    'warn modes',
    'warn modes',
    'warn modes',
  ])
  expect(problems[2]).toMatchObject({ text: 'Die Prüfung „broken“ ist fehlgeschlagen: Out of paper.' })
  expect(problems[3]).toMatchObject({
    text: 'Besucher verwenden www.example.org, aber die Adresse des Forums ist https://forum.example.org.',
    advice: expect.stringContaining('BASE_URL'),
  })
  for (const { text, advice } of problems) expect(`${text} ${advice}`).not.toContain('core.admin')
})

test('says that safe mode is on', async () => {
  const forum = await createTestForum()
  const administrator = await forum.as(1)
  const texts = async () => {
    const { body } = await administrator.get(path)
    return (body as unknown as Dashboard).problems.map(({ text }) => text)
  }
  const text = 'Safe mode is on: only administrators can use the forum.'
  expect(await texts()).not.toContain(text)
  await administrator.post('/api/admin/safe-mode', { enabled: true })
  expect(await texts()).toContain(text)
})

test('a check that is no function is a fault of its extension', () => {
  const declared = [{ owner: 'checking', section: { bad: 'yes' as never } }]
  expect(() => combineChecks(declared)).toThrow(ExtensionError)
  expect([...combineChecks([{ owner: 'core', section: undefined }])]).toEqual([])
})
