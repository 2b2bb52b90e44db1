import { admin, createTestForum } from '@parley/testing'
import { expect, test } from 'vitest'

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
