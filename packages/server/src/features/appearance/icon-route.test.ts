import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isIconName } from '@parley/shared'
import { createTestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { readIcon } from './icon-files.ts'

test('an icon is served to keep, and an entity tag tells that it is unchanged', async () => {
  const guest = (await createTestForum()).guest()
  const { status, headers, text } = await guest.get('/assets/icons/fas/tag.svg')
  expect(status).toBe(200)
  expect(text).toMatch(/^<svg .*<\/svg>$/)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['set-cookie']).toBeUndefined()
  const unchanged = await guest.get('/assets/icons/fas/tag.svg', { 'if-none-match': String(headers.etag) })
  expect({ status: unchanged.status, text: unchanged.text }).toEqual({ status: 304, text: '' })
  const head = await guest.send('/assets/icons/fas/tag.svg', { method: 'HEAD' })
  expect({ status: head.status, text: head.text, etag: head.headers.etag }).toEqual({
    status: 200,
    text: '',
    etag: headers.etag,
  })
})

test('a forum below a path serves icons there', async () => {
  const guest = (await createTestForum({ baseUrl: 'http://localhost/forum' })).guest()
  expect((await guest.get('/forum/assets/icons/fab/github.svg')).status).toBe(200)
  expect((await guest.get('/assets/icons/fab/github.svg')).status).toBe(404)
})

test('what is no icon is not found', async () => {
  const guest = (await createTestForum()).guest()
  for (const path of [
    '/assets/icons/fas/no-such-icon.svg',
    '/assets/icons/fab/tag.svg',
    '/assets/icons/fal/tag.svg',
    '/assets/icons/fas/tag',
    '/assets/icons/fas/.svg',
    '/assets/icons/fa/constructor.svg',
    '/assets/icons/constructor/tag.svg',
    '/assets/icons/fas/..%2fsolid%2ftag.svg',
    '/assets/icons/fas/%2e%2e%2fregular%2fclock.svg',
    '/assets/icons/fas%2f..%2fregular/clock.svg',
    '/assets/icons/fas/tag%00.svg',
    '/assets/icons/fas/TAG.svg',
    `/assets/icons/fas/${'x'.repeat(900)}.svg`,
  ]) {
    const { status, headers } = await guest.get(path)
    expect({ path, status, type: headers['content-type'] }).toEqual({
      path,
      status: 404,
      type: 'text/html; charset=utf-8',
    })
  }
})

test('browsers remember for an hour that there is no such icon', async () => {
  const { headers } = await (await createTestForum()).guest().get('/assets/icons/fas/no-such-icon.svg')
  expect(headers['cache-control']).toBe('public, max-age=3600')
  expect(headers['set-cookie']).toBeUndefined()
})

test.each([
  ['home', 'fas', 'house'],
  ['close', 'fas', 'xmark'],
  ['clock-o', 'far', 'clock'],
  ['eye', 'far', 'eye'],
  ['trash-o', 'far', 'trash-can'],
  ['comments', 'fas', 'comments'],
  ['github', 'fab', 'github'],
  ['facebook', 'fab', 'facebook-f'],
])('version 4 called %s what is %s %s now', async (former, style, name) => {
  const icon = await readIcon('fa', former)
  expect(icon).toBeDefined()
  expect(icon?.replace(/<!--.*?-->/, '')).toBe((await readIcon(style, name))?.replace(/<!--.*?-->/, ''))
})

test.each([
  ['cog', 'gear'],
  ['times', 'xmark'],
  ['comments-alt', undefined],
])('version 5 called %s what is %s now', async (former, name) => {
  const icon = await readIcon('fas', former)
  expect(icon).toBe(name === undefined ? undefined : await readIcon('fas', name))
})

test('every icon of the package has a name of this form', () => {
  const root = new URL('svgs/', import.meta.resolve('@fortawesome/fontawesome-free/package.json'))
  const files = readdirSync(fileURLToPath(root), { recursive: true }).map(String)
  const names = files.filter((file) => file.endsWith('.svg')).map((file) => basename(file, '.svg'))
  expect(names.length).toBeGreaterThan(2000)
  expect(names.filter((name) => !isIconName(name))).toEqual([])
})
