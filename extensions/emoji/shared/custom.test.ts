import { expect, test } from 'vitest'
import { isPicturePath, pictureAddress } from './custom.ts'

test.each([
  '/assets/extensions/emoji/parrot.png',
  'assets/a b.png',
  'https://example.org/it’s.gif?a=1#b',
  'HTTP://example.org/x',
  '/ü/🦜.png',
])('%s is the address of a picture', (path) => {
  expect(isPicturePath(path)).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:image/png;base64,AAAA',
  'ftp://example.org/a.png',
  '/a/../../b.png',
  '/a/%2E%2e/b.png',
  '..',
  '//example.org/a.png',
  'https://',
  'https:///a.png',
  'https://[/a.png',
  'https://example.org/a b.png',
  '/a"onerror="alert(1)',
  "/a'b.png",
  '/a<b>.png',
  '/a\\b.png',
  '/a\nb.png',
  ' /a.png',
])('%j is none', (path) => {
  expect(isPicturePath(path)).toBe(false)
})

test('addresses are complete, and have only what attributes of posts may have', () => {
  const baseUrl = 'https://forum.example/community'
  expect(pictureAddress('/a b/ü[1].png', baseUrl)).toBe(`${baseUrl}/a%20b/%C3%BC[1].png`)
  expect(pictureAddress('a.png', baseUrl)).toBe(`${baseUrl}/a.png`)
  expect(pictureAddress('.evil.example/a.png', 'https://forum.example')).toBe(
    'https://forum.example/.evil.example/a.png',
  )
  expect(pictureAddress('https://example.org/ü.gif', baseUrl)).toBe('https://example.org/%C3%BC.gif')
})
