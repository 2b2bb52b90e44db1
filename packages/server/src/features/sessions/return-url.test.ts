import { expect, test } from 'vitest'
import { returnUrl } from './return-url.ts'

const forum = {
  baseUrl: 'https://forum.example',
  redirectDomains: ['www.example.org', 'id.example.org:8443'],
}

test.each([
  ['/d/1', 'https://forum.example/d/1'],
  ['d/1?page=2#p3', 'https://forum.example/d/1?page=2#p3'],
  ['https://forum.example/d/1', 'https://forum.example/d/1'],
  ['HTTPS://FORUM.EXAMPLE/d/1', 'https://forum.example/d/1'],
  ['https://forum.example:443/', 'https://forum.example/'],
  ['//forum.example/x', 'https://forum.example/x'],
  ['https:x', 'https://forum.example/x'],
  ['https://www.example.org/a b', 'https://www.example.org/a%20b'],
  ['https://id.example.org:8443/', 'https://id.example.org:8443/'],
])('%s leads to %s', (requested, target) => {
  expect(returnUrl(requested, forum)).toBe(target)
})

test.each([
  undefined,
  null,
  5,
  ['/d/1'],
  { a: '/d/1' },
  'https://evil.example/',
  '//evil.example/',
  '///evil.example/',
  '\\\\evil.example',
  '/\\evil.example',
  '\\/evil.example',
  'https:\\\\evil.example',
  'http:evil.example/x',
  'http:/evil.example',
  'https:evil.example@evil.example',
  'https://forum.example@evil.example/',
  'https://forum.example:x@evil.example/',
  'https://evil@forum.example/',
  'https://:evil@forum.example/',
  'https://forum.example:8080/',
  'https://forum.example.evil.example/',
  'https://evilforum.example/',
  'https://forum.example\u3002evil.example/',
  'https://id.example.org/',
  'https://sub.www.example.org/',
  '\t//evil.example/',
  '/\t/evil.example/',
  '/\n/evil.example/',
  'https://\nevil.example/',
  ' //evil.example/',
  '\0//evil.example/',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'ftp://forum.example/',
  'blob:https://forum.example/x',
  'https://',
  'https://[::1',
])('%j leads to no other host', (requested) => {
  const target = returnUrl(requested, forum)
  expect(new URL(target).host).toBe('forum.example')
  expect(target).toMatch(/^https:\/\/forum\.example\/[!-~]*$/)
})

test('line breaks in a URL do not get into a header', () => {
  expect(returnUrl('/a\r\nSet-Cookie: b=c', forum)).toBe('https://forum.example/aSet-Cookie:%20b=c')
})
