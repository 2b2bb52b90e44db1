import { admin, createTestForum, makeUser, setSettings, type TestForum } from '@parley/testing'
import { adminClient } from '@parley/testing/admin-client'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { moderators } from '../../points/context/actor.ts'
import { defineExtension } from '../../points/extension.ts'

const cacheControl = 'max-age=0, no-store'

test('the administration is closed to other users, and its pages are not cached', async () => {
  const forum = await createTestForum()
  const guest = await forum.guest().get('/admin')
  expect({ status: guest.status, cacheControl: guest.headers['cache-control'] }).toEqual({
    status: 403,
    cacheControl,
  })
  expect(guest.headers['content-type']).toContain('text/html')
  const browser = forum.browser()
  await browser.get('/api')
  await browser.post('/login', { identification: admin.username, password: admin.password })
  const page = await browser.get('/admin')
  expect({ status: page.status, cacheControl: page.headers['cache-control'] }).toEqual({
    status: 404,
    cacheControl,
  })
})

test('extensions are toggled by a form with its CSRF token', async () => {
  const extensions = [{ id: 'one', title: 'One', version: '1.0.0', declaration: {} }]
  const forum = await createTestForum({ extensions })
  const browser = forum.browser()
  await browser.get('/api')
  await browser.post('/login', { identification: admin.username, password: admin.password })
  await browser.get('/api')
  const csrfToken = browser.csrfToken
  const post = (fields: Record<string, string>, name = 'one') =>
    browser.postForm(`/admin/extensions/${name}`, fields)
  const off = await post({ csrfToken, enabled: '0' })
  expect({
    status: off.status,
    location: off.headers.location,
    cacheControl: off.headers['cache-control'],
  }).toEqual({ status: 302, location: 'http://localhost/admin', cacheControl })
  expect(forum.enabled).toEqual([])
  expect((await post({ csrfToken, enabled: '1' })).status).toBe(302)
  expect(forum.enabled).toEqual(['one'])
  const unknown = await post({ csrfToken, enabled: '1' }, 'two')
  expect({ status: unknown.status, contentType: unknown.headers['content-type'] }).toEqual({
    status: 404,
    contentType: 'text/html; charset=utf-8',
  })
  const forged = await forum.browser().postForm('/admin/extensions/one', { enabled: '0' })
  expect(forged.status).toBe(400)
  expect(forum.enabled).toEqual(['one'])
})

/** Has a page that moderators may see, with a document of its own. */
const letters = {
  id: 'letters',
  title: 'Letters',
  version: '1.0.0',
  declaration: defineExtension({
    permissions: { 'letters.view': { default: ['moderator'], opensAdmin: true } },
    routes: [
      {
        method: 'GET',
        path: '/api/letters/:id',
        run: ({ params, query }) => ({ status: 200, json: { meta: { id: params.id, sort: query.sort } } }),
      },
    ],
  }),
}

async function openWithPages(): Promise<TestForum> {
  const client = await adminClient({
    letters: {
      adminPages: {
        letters: {
          path: '/letters/:id?',
          section: 'system',
          label: 'Letters',
          icon: 'list',
          permission: 'letters.view',
          requests: ({ params }) => (params.id === undefined ? [] : [`/letters/${params.id}?sort=-id`]),
          page: async () => ({ default: { Component: () => 'All letters' } }),
        },
      },
    },
  })
  return createTestForum({ client, extensions: [letters] })
}

describe('with the client', () => {
  test('administrators see all pages, and /admin leads to the first', async () => {
    const forum = await openWithPages()
    await setSettings(forum, { custom_less: 'main { display: none }' })
    await forum.current.reload()
    const asAdmin = await forum.browserOf(admin)
    const { status, headers, text } = await asAdmin.get('/admin/basics')
    expect({ status, cacheControl: headers['cache-control'] }).toEqual({ status: 200, cacheControl })
    expect(text).toContain('<h1>Basics</h1>')
    expect(text).toMatch(/"permissions":\["administrate",[^\]]*"letters\.view"/)
    // Administrators must be able to repair their own styles.
    expect(text.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/assets/admin.css">',
    ])
    expect((await asAdmin.get('/admin')).text).toContain('<h1>Dashboard</h1>')
    expect((await asAdmin.get('/admin/nowhere')).status).toBe(404)
    expect((await asAdmin.get('/admin/letters')).text).toContain('All letters')
  })

  test('a moderator with a delegated permission sees just its page', async () => {
    const forum = await openWithPages()
    const moderator = await forum.browserOf(await makeUser(forum, { groupIds: [moderators] }))
    const home = await moderator.get('/admin')
    expect({ status: home.status, location: home.headers.location }).toEqual({
      status: 302,
      location: 'http://localhost/admin/letters',
    })
    const page = await moderator.get('/admin/letters')
    expect(page.status).toBe(200)
    expect(page.text).toContain('All letters')
    expect(page.text).not.toContain('/admin/basics')
    const closed = await moderator.get('/admin/basics')
    expect({ status: closed.status, cacheControl: closed.headers['cache-control'] }).toEqual({
      status: 403,
      cacheControl,
    })
    expect((await moderator.get('/api')).body.data.attributes).toMatchObject({
      adminUrl: 'http://localhost/admin',
    })
    const member = await forum.browserOf(await makeUser(forum))
    for (const client of [member, forum.guest()]) {
      for (const path of ['/admin', '/admin/letters', '/admin/basics', '/admin/nowhere']) {
        expect({ path, status: (await client.get(path)).status }).toEqual({ path, status: 403 })
      }
    }
  })

  test('a field of an extension that throws leaves a text to edit, and the page to the administrator', async () => {
    const broken = {
      id: 'broken',
      title: 'Broken',
      version: '1.0.0',
      declaration: defineExtension({
        settings: {
          'broken.shade': {
            schema: z.string(),
            default: 'mauve',
            form: { label: 'Shade', field: { kind: 'component', component: 'shade' } },
          },
        },
      }),
    }
    const client = await adminClient({
      broken: {
        settingFields: {
          shade: () => {
            throw new Error('no luck')
          },
        },
      },
    })
    const forum = await createTestForum({ client, extensions: [broken] })
    const page = await (await forum.browserOf(admin)).get('/admin/extensions/broken')
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/name="broken\.shade"[^>]*value="mauve"/)
    expect(page.text).toContain('<h1>Broken')
  })

  test('the documents of a page are answered with it, by routes, too', async () => {
    const forum = await openWithPages()
    const { text } = await (await forum.browserOf(admin)).get('/admin/letters/7')
    expect(text).toContain(
      '"apiRequest":"/letters/7?sort=-id","apiDocument":{"meta":{"id":"7","sort":"-id"}}',
    )
  })
})
