import { expect, test } from 'vitest'
import { isForumPath } from './forum-path.ts'

const bases = ['https://forum.example', 'https://forum.example/talk']

test.each([
  '/',
  '/settings',
  '/d/12-title/5?x=y#z',
  '/u/m%C3%BCller',
  '/u/müller',
  '/@evil.example/',
  '/https://evil.example/',
  '/d/..x/.y',
])('%s is a path of the forum', (path) => {
  expect(isForumPath(path)).toBe(true)
  for (const base of bases) {
    const url = new URL(base + path)
    expect(url.href.startsWith(`${base}/`)).toBe(true)
    // Scripts open it without the host.
    expect(new URL(new URL(base).pathname.replace(/\/$/, '') + path, base).href).toBe(url.href)
  }
})

test.each([
  undefined,
  null,
  5,
  ['/d/1'],
  '',
  'd/1',
  'https://evil.example/',
  'https://forum.example/d/1',
  '//evil.example/',
  '///evil.example/',
  '\\\\evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/\n\\evil.example/',
  '/a\r\nSet-Cookie: b=c',
  ' //evil.example/',
  '/\0/evil.example/',
  '@evil.example/',
  '.evil.example/',
  ':8080/',
  'javascript:alert(1)',
  '/./\\evil.example/',
  '/.//evil.example/',
  '/..//evil.example/',
  '/../admin',
  '/d/../../admin',
  '/%2e%2E/admin',
  '/d/.%2e',
  '/..?x',
  '/\ud800',
  `/${'x'.repeat(2000)}`,
])('%j leads nowhere', (text) => {
  expect(isForumPath(text)).toBe(false)
})
