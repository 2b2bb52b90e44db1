import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ApiClient,
  admin,
  createTestForum,
  eachTestForum,
  makeDiscussion,
  makePost,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { expect, onTestFinished, test } from 'vitest'
import { deny } from '../../points/access/verdicts.ts'
import { moderators } from '../../points/context/actor.ts'
import { defineExtension, type Extension, type InstalledExtension } from '../../points/extension.ts'
import { storeHealth } from './health-record.ts'

const installed = (
  id: string,
  declaration: Extension,
  rest: Partial<InstalledExtension> = {},
): InstalledExtension => ({
  id,
  title: id.toUpperCase(),
  version: '1.0.0',
  declaration: defineExtension(declaration),
  ...rest,
})

/** Marks discussions, hides some posts, and has a route that fails. */
const marks = installed(
  'marks',
  {
    permissions: { 'discussion.mark': { default: ['moderator'] } },
    eventPosts: { marked: {} } as never,
    rateLimits: { marks: { points: 10, seconds: 60 } } as never,
    policies: {
      posts: {
        view: {
          verdict: (_actor, { number }) => (number < 100 ? undefined : deny),
          scope: (eb) => ({ deny: eb('posts.number', '>=', 100) }),
        },
      },
    },
    routes: [
      {
        method: 'GET',
        path: '/marks',
        run: () => ({ status: 200, text: 'marks', contentType: 'text/plain' }),
      },
      {
        method: 'GET',
        path: '/api/marks',
        run: () => {
          throw new Error('broken mark')
        },
      },
    ],
  },
  { category: 'moderation', description: 'Marks.', icon: 'fas fa-star', requires: ['base'] },
)
const base = installed('base', {}, { links: { website: 'https://example.org' } })

async function describe(client: ApiClient, id: string) {
  const { status, body } = await client.get(`/api/admin/extensions/${id}`)
  expect(status).toBe(200)
  return body.data.attributes as Record<string, unknown> & {
    health: Record<string, number>
    latestErrors: Record<string, unknown>[]
  }
}

async function tokenOf(forum: TestForum): Promise<ApiClient> {
  const guest = forum.browser()
  await guest.get('/api')
  return guest
}

eachTestForum((open) => {
  test('the list says what each extension is, what it adds and what depends on it', async () => {
    const forum = await open({ extensions: [marks, base] })
    const { body } = await (await forum.as(admin)).get('/api/admin/extensions')
    const list = body.data as unknown as { id: string; attributes: object }[]
    expect(list.map(({ id }) => id)).toEqual(['marks', 'base'])
    expect(list[0]?.attributes).toMatchObject({
      title: 'MARKS',
      category: 'moderation',
      description: 'Marks.',
      icon: 'fas fa-star',
      isEnabled: true,
      isWorking: true,
      fault: null,
      requires: ['base'],
      dependents: [],
      adds: {
        permissions: ['discussion.mark'],
        eventPosts: ['marked'],
        pages: ['/marks'],
        rateLimits: ['marks'],
        settings: [],
      },
    })
    expect(list[1]?.attributes).toMatchObject({
      category: 'other',
      links: { website: 'https://example.org' },
      dependents: ['marks'],
    })
    expect(body.meta).toEqual({ safeMode: 'off', isForAdministratorsOnly: false })
  })

  test('its page names the permissions as the grid does, also while it is disabled', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-ranks-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'locale'))
    writeFileSync(join(folder, 'locale', 'en.yml'), 'ranks:\n  admin:\n    rank_label: Rank members\n')
    const rank = { section: 'moderate', label: 'ranks.admin.rank_label' } as const
    const ranks = installed('ranks', { permissions: { 'user.rank': rank, 'user.promote': {} } }, { folder })
    const forum = await open({ extensions: [ranks] })
    const asAdmin = await forum.as(admin)
    const permissions = [
      { name: 'user.rank', label: 'Rank members' },
      { name: 'user.promote', label: 'user.promote' },
    ]
    expect(await describe(asAdmin, 'ranks')).toMatchObject({ permissions })
    await asAdmin.patch('/api/extensions/ranks', { enabled: false })
    expect(await describe(asAdmin, 'ranks')).toMatchObject({ isEnabled: false, permissions })
  })

  test('the preview counts what will be shown or hidden, and changes nothing', async () => {
    const forum = await open({ extensions: [marks, base] })
    const { id } = await makeDiscussion(forum)
    for (const number of [2, 3]) await makePost(forum, id, { number, type: 'marked', content: '{}' })
    const asAdmin = await forum.as(admin)
    const preview = async (name: string) =>
      (await asAdmin.get(`/api/admin/extensions/${name}/preview`)).body.data.attributes
    expect(await preview('marks')).toMatchObject({
      enables: false,
      permissions: ['discussion.mark'],
      pages: ['/marks'],
      eventPosts: [{ name: 'marked', count: 2, isMore: false }],
      hides: ['posts'],
      dependents: [],
    })
    expect(await preview('base')).toMatchObject({ enables: false, dependents: ['marks'] })
    await asAdmin.patch('/api/extensions/marks', { enabled: false })
    await asAdmin.patch('/api/extensions/base', { enabled: false })
    expect(await preview('marks')).toMatchObject({ enables: true, missing: ['base'] })
    expect((await asAdmin.get('/api/admin/extensions/unheard-of/preview')).status).toBe(404)
  })

  test('errors and calls of handlers are measured, and summed over processes', async () => {
    const forum = await open({ extensions: [marks, base] })
    const asAdmin = await forum.as(admin)
    for (let count = 0; count < 3; count++) expect((await asAdmin.get('/api/marks')).status).toBe(500)
    const { health, latestErrors } = await describe(asAdmin, 'marks')
    expect(health).toMatchObject({ errors: 3, failedJobs: 0 })
    expect(health.calls).toBeGreaterThanOrEqual(3)
    expect(health.requests).toBeGreaterThanOrEqual(3)
    expect(latestErrors).toEqual([
      {
        side: 'server',
        place: 'routes › GET /api/marks › run',
        message: 'Error: broken mark',
        count: 3,
        lastAt: expect.any(String),
      },
    ])
    const { database, extensions, now } = forum.current
    await storeHealth(database, extensions.health.take(), now())
    // Another process.
    await storeHealth(
      database,
      new Map([
        [
          'marks',
          {
            requests: 10,
            calls: 10,
            milliseconds: 25,
            errors: [
              {
                side: 'browser',
                place: 'x.js:1:2',
                message: 'TypeError',
                count: 2,
                lastAt: now().toISOString(),
              },
            ],
          },
        ],
      ]),
      now(),
    )
    const after = await describe(asAdmin, 'marks')
    expect(after.health.errors).toBe(5)
    expect(after.latestErrors.map(({ message, count }) => `${message} ${count}`).sort()).toEqual([
      'Error: broken mark 3',
      'TypeError 2',
    ])
    forum.clock.advance(25 * 3600)
    expect((await describe(await forum.as(admin), 'marks')).health.errors).toBe(0)
  })

  test('the record of errors keeps the newest', async () => {
    const forum = await open({ extensions: [base] })
    const { database, now } = forum.current
    for (let count = 0; count < 70; count++) {
      const lastAt = new Date(now().getTime() + count).toISOString()
      const error = { side: 'server', place: 'x', message: `no ${count}`, count: 1, lastAt } as const
      await storeHealth(
        database,
        new Map([['base', { requests: 0, calls: 0, milliseconds: 0, errors: [error] }]]),
        now(),
      )
    }
    const { latestErrors } = await describe(await forum.as(admin), 'base')
    expect(latestErrors).toHaveLength(50)
    expect(latestErrors[0]?.message).toBe('no 69')
  })
})

test('only administrators see and change extensions', async () => {
  const forum = await createTestForum({ extensions: [marks, base] })
  const moderator = await forum.browserOf(await makeUser(forum, { groupIds: [moderators] }))
  for (const client of [moderator, await tokenOf(forum)]) {
    for (const path of ['', '/marks', '/marks/preview', '/unheard-of']) {
      expect((await client.get(`/api/admin/extensions${path}`)).status).toBe(403)
    }
    expect((await client.post('/api/admin/extensions/marks/purge', { name: 'marks' })).status).toBe(403)
    expect((await client.post('/api/admin/safe-mode', { enabled: true })).status).toBe(403)
  }
  expect(forum.enabled).toEqual(['base', 'marks'])
})

test('browsers report errors: counted, limited, and without the texts of visitors', async () => {
  const forum = await createTestForum({
    extensions: [base],
    rateLimits: { extensionErrorsPerAddress: { points: 3, seconds: 3600 } },
  })
  const guest = await tokenOf(forum)
  const report = async (body: object) => (await guest.post('/api/extension-errors', body)).status
  expect(await report({ extension: 'base', name: 'TypeError', place: 'a text of mine' })).toBe(422)
  expect(await report({ extension: 'base', name: 'TypeError' })).toBe(422)
  expect(
    await report({ extension: 'base', name: 'my text', place: 'index-x1.js:10:200', message: 'mine' }),
  ).toBe(204)
  expect(await report({ extension: 'unheard-of', name: 'TypeError', place: '' })).toBe(204)
  expect(await report({ extension: 'base', name: 'TypeError', place: 'index-x1.js:10:200' })).toBe(204)
  expect(await report({ extension: 'base', name: 'TypeError', place: '' })).toBe(429)
  const { latestErrors } = await describe(await forum.as(admin), 'base')
  expect(latestErrors.map(({ side, place, message }) => `${side} ${place} ${message}`)).toEqual([
    'browser index-x1.js:10:200 TypeError',
    'browser index-x1.js:10:200 Error',
  ])
})
