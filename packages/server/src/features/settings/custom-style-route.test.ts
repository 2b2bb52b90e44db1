import { admin, createTestForum, setSettings } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'

const css = '.Header { color: rebeccapurple }'
const linkIn = (page: string) => /href="(\/custom\.css\?v=[0-9a-f]+)"/.exec(page)?.[1]

test('without a custom style sheet, pages link none', async () => {
  const forum = await createTestForum({ client: await pageClient() })
  const guest = forum.guest()
  expect(linkIn((await guest.get('/')).text)).toBeUndefined()
  expect((await guest.get('/custom.css')).status).toBe(404)
})

test('every page links the administrators’ style sheet, and a new one as soon as it is saved', async () => {
  const forum = await createTestForum({ client: await pageClient() })
  const asAdmin = await forum.as(admin)
  const guest = forum.guest()
  await guest.get('/')
  await asAdmin.post('/api/settings', { custom_less: css })
  const first = linkIn((await guest.get('/')).text)
  expect(linkIn((await guest.get('/nothing-here')).text)).toBe(first)
  const sheet = await guest.get(first ?? '')
  expect({ status: sheet.status, contentType: sheet.headers['content-type'], text: sheet.text }).toEqual({
    status: 200,
    contentType: 'text/css; charset=utf-8',
    text: css,
  })
  expect(sheet.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  await asAdmin.post('/api/settings', { custom_less: `${css} a { color: red }` })
  expect(linkIn((await guest.get('/')).text)).not.toBe(first)
  expect((await guest.get(first ?? '')).headers['cache-control']).toBe('no-cache')
  await asAdmin.post('/api/settings', { custom_less: '' })
  expect(linkIn((await guest.get('/')).text)).toBeUndefined()
})

test('a stored style sheet that is invalid is not linked', async () => {
  const forum = await createTestForum({ client: await pageClient() })
  await setSettings(forum, { custom_less: '@import "elsewhere.css"; .a { .mixin(); }' })
  expect(linkIn((await forum.guest().get('/')).text)).toBeUndefined()
  expect((await forum.guest().get('/custom.css')).status).toBe(404)
})
