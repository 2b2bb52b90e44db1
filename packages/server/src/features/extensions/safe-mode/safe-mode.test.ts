import { randomBytes } from 'node:crypto'
import {
  admin,
  createTestForum,
  eachTestForum,
  makeDiscussion,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { forAllRows } from '../../../points/access/policies.ts'
import { defineExtension, type Extension, type InstalledExtension } from '../../../points/extension.ts'
import { createApiKey } from '../../access-tokens/api-keys.ts'
import { sendMail } from '../../mail/mail.ts'
import { createSafeModeToken } from './links.ts'

const installed = (
  id: string,
  declaration: Extension = {},
  rest: Partial<InstalledExtension> = {},
): InstalledExtension => ({
  id,
  title: id.toUpperCase(),
  version: '1.0.0',
  declaration: defineExtension({
    routes: [{ method: 'GET', path: `/api/${id}`, run: () => ({ status: 200, json: { id } }) }],
    ...declaration,
  }),
  ...rest,
})

const own = installed('own')
const foreign = installed('foreign', {}, { isThirdParty: true })

const doors = [
  '/api',
  '/api/discussions',
  '/api/discussions/1',
  '/api/unheard-of',
  '/api/openapi.json',
  '/d/1',
  '/',
  '/atom',
  '/sitemap.xml',
  '/robots.txt',
  '/custom.css',
  '/register',
  '/assets/avatars/x.png',
  '/%zz',
]

async function statuses(forum: TestForum, client: { get(path: string): Promise<{ status: number }> }) {
  const found: Record<string, number> = {}
  for (const door of doors) found[door] = (await client.get(door)).status
  expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  return found
}

const closed = Object.fromEntries(doors.map((door) => [door, 503]))

eachTestForum((open) => {
  test('safe mode runs without third-party extensions and serves administrators only, at every door', async () => {
    const forum = await open({ extensions: [own, foreign] })
    await makeDiscussion(forum)
    const member = await forum.browserOf(await makeUser(forum))
    const { files } = forum.current
    await files.write('avatars/x.png', randomBytes(8))
    const { key } = await forum.current.write(forum.asSystem(), (writing) => createApiKey(writing, {}))
    const asAdmin = await forum.as(admin)
    expect((await asAdmin.post('/api/admin/safe-mode', { enabled: true })).status).toBe(204)
    expect(forum.enabled).toEqual(['own'])
    expect(forum.current.settings.get('extensions_enabled')).toBeNull()
    expect(await statuses(forum, forum.guest())).toEqual(closed)
    expect(await statuses(forum, member)).toEqual(closed)
    const byKey = (userId: number) =>
      forum.guest().get('/api/discussions', { authorization: `Token ${key}; userId=${userId}` })
    expect((await byKey(2)).status).toBe(503)
    expect((await byKey(admin.id)).status).toBe(200)
    const credentials = { identification: admin.username, password: admin.password }
    expect((await forum.guest().post('/api/token', credentials)).status).toBe(503)

    expect((await asAdmin.get('/api/discussions')).status).toBe(200)
    expect((await asAdmin.get('/api/own')).status).toBe(200)
    expect((await asAdmin.get('/api/foreign')).status).toBe(404)
    const browser = await forum.browserOf(admin)
    expect((await browser.get('/assets/avatars/x.png')).status).toBe(200)
    expect((await forum.guest().get('/health')).status).toBe(200)

    const enabling = await asAdmin.patch('/api/extensions/own', { enabled: false })
    expect(enabling.status).toBe(204)
    const refused = await asAdmin.post('/api/admin/extensions/foreign/purge', { name: 'foreign' })
    expect({ status: refused.status, detail: refused.body.errors[0]?.detail }).toEqual({
      status: 409,
      detail: 'FOREIGN isn’t loaded: the forum runs in safe mode.',
    })
    expect((await asAdmin.post('/api/admin/safe-mode', { enabled: false })).status).toBe(204)
    expect(forum.enabled).toEqual(['foreign'])
    expect((await forum.guest().get('/api/foreign')).status).toBe(200)
  })

  test('jobs and mails wait in safe mode, and none is lost', async () => {
    const forum = await open({ extensions: [foreign] })
    await forum.current.extensions.setSafeMode(true, forum.asSystem())
    const context = forum.asSystem()
    await forum.current.write(context, (writing) =>
      sendMail(writing, {
        to: { address: 'a@example.org', name: 'Ann' },
        locale: null,
        key: 'core.email.send_test',
      }),
    )
    expect(await forum.mails()).toEqual([])
    await forum.current.extensions.setSafeMode(false, forum.asSystem())
    expect(await forum.mails()).toHaveLength(1)
  })

  test('an administrator starts safe mode with a link, once and within 15 minutes', async () => {
    const forum = await open({ extensions: [foreign] })
    const { database } = forum.current
    const link = async () => `/safe-mode/${await createSafeModeToken(database, forum.clock.now())}`
    const browser = await forum.browserOf(admin)
    const old = await link()
    forum.clock.advance(16 * 60)
    expect((await browser.get(old)).status).toBe(403)
    const path = await link()
    const guest = forum.browser()
    const page = await guest.get(path)
    expect({ status: page.status, cache: page.headers['cache-control'] }).toEqual({
      status: 200,
      cache: 'no-store',
    })
    expect(page.text).toContain(`name="return" value="${path}"`)
    const member = await forum.browserOf(await makeUser(forum))
    expect((await member.get(path)).status).toBe(403)
    expect((await member.postForm(path, { csrfToken: member.csrfToken })).status).toBe(403)

    expect((await browser.get(path)).text).toContain('Start safe mode')
    expect(forum.current.extensions.safeMode).toBe('off')
    expect((await browser.postForm(path, { csrfToken: 'wrong' })).status).toBe(400)
    const done = await browser.postForm(path, { csrfToken: browser.csrfToken })
    expect({ status: done.status, location: done.headers.location }).toEqual({
      status: 302,
      location: 'http://localhost/admin/extensions',
    })
    expect(forum.current.extensions.safeMode).toBe('on')
    await forum.current.extensions.setSafeMode(false, forum.asSystem())
    expect((await browser.postForm(path, { csrfToken: browser.csrfToken })).status).toBe(403)
    expect(forum.current.extensions.safeMode).toBe('off')
  })
})

describe('in safe mode', () => {
  test('the environment decides first', async () => {
    const forum = await createTestForum({ extensions: [own, foreign], isSafeMode: true })
    expect(forum.enabled).toEqual(['own'])
    const asAdmin = await forum.as(admin)
    const refused = await asAdmin.post('/api/admin/safe-mode', { enabled: false })
    expect({ status: refused.status, detail: refused.body.errors[0]?.detail }).toEqual({
      status: 409,
      detail: 'Safe mode is set by PARLEY_SAFE_MODE. Restart the forum without it.',
    })
    expect((await asAdmin.get('/api/admin/extensions')).body.meta).toEqual({
      safeMode: 'forced',
      isForAdministratorsOnly: true,
    })
  })

  test('an extension of Parley that requires a third-party one waits, too', async () => {
    const needy = installed('needy', {}, { requires: ['foreign'] })
    const forum = await createTestForum({ extensions: [own, foreign, needy], isSafeMode: true })
    expect(forum.enabled).toEqual(['own'])
  })

  test('visitors read what happened, and administrators log in', async () => {
    const forum = await createTestForum({ isSafeMode: true })
    const browser = forum.browser()
    const page = await browser.get('/d/1')
    expect(page.headers['retry-after']).toBe('300')
    expect(page.text).toContain('closed for maintenance')
    expect(page.text).toContain('href="http://localhost/login"')
    const safeMode = await browser.get('/safe-mode/x')
    const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/.exec(safeMode.text) ?? []
    const sent = { identification: admin.username, password: admin.password, csrfToken }
    expect((await browser.postForm('/login', sent)).status).toBe(303)
    expect((await browser.get('/api')).status).toBe(200)
  })
})

describe('an extension that fails', () => {
  const broken = { policies: { global: { x: 'no function' as never } } }

  test.each<[string, Extension]>([
    ['hide things', { policies: { ...broken.policies, posts: { view: forAllRows(() => undefined) } } }],
    ['restrict accounts', { ...broken, restrictions: { suspended: () => undefined } }],
  ])('and may %s leaves the forum to administrators until it is disabled', async (_what, declaration) => {
    const hiding = installed('hiding', declaration, { isThirdParty: true })
    const forum = await createTestForum({ extensions: [own, hiding] })
    expect((await forum.guest().get('/api/discussions')).status).toBe(503)
    const asAdmin = await forum.as(admin)
    const { attributes } = (await asAdmin.get('/api/admin/extensions/hiding')).body.data
    expect(attributes).toMatchObject({
      isEnabled: true,
      isWorking: false,
      fault: 'hiding › policies › global › x: is not a function',
    })
    expect((await asAdmin.patch('/api/extensions/own', { enabled: false })).status).toBe(204)
    expect((await forum.guest().get('/api/discussions')).status).toBe(503)
    expect((await asAdmin.patch('/api/extensions/hiding', { enabled: false })).status).toBe(204)
    expect((await forum.guest().get('/api/discussions')).status).toBe(200)
  })

  test('leaves the forum to administrators while there is a part that is not loaded without it', async () => {
    const failing = installed('failing', broken, { isThirdParty: true })
    const when = { failing: async () => ({ default: {} }) }
    const forum = await createTestForum({ extensions: [failing, installed('neighbor', { when })] })
    expect(forum.enabled).toEqual(['neighbor'])
    expect((await forum.guest().get('/api/discussions')).status).toBe(503)
    const asAdmin = await forum.as(admin)
    expect((await asAdmin.patch('/api/extensions/neighbor', { enabled: false })).status).toBe(204)
    expect((await forum.guest().get('/api/discussions')).status).toBe(200)
  })

  test('while it is loaded is listed with the reason, and cannot be enabled', async () => {
    const late = { ...foreign, id: 'late', declaration: {}, fault: 'did not end within 10 seconds' }
    const forum = await createTestForum({ extensions: [own, late] })
    expect((await forum.guest().get('/api/own')).status).toBe(503)
    const asAdmin = await forum.as(admin)
    await asAdmin.patch('/api/extensions/late', { enabled: false })
    expect((await forum.guest().get('/api/own')).status).toBe(200)
    const { status, body } = await asAdmin.patch('/api/extensions/late', { enabled: true })
    expect({ status, detail: body.errors[0]?.detail }).toEqual({
      status: 409,
      detail: 'FOREIGN isn’t loaded: did not end within 10 seconds.',
    })
  })
})
