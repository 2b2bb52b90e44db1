import { expect, test } from 'vitest'
import { isAllowed, isPreviewable, readList, showsItsAddress } from './rules.ts'

const blocks = (list: string, address: string) =>
  !isAllowed(address, { whitelist: [], blacklist: readList(list) })
const admits = (list: string, address: string) =>
  isAllowed(address, { whitelist: readList(list), blacklist: [] })

test('lists are separated by commas or lines, and their entries trimmed', () => {
  expect(readList(' A.example , b.example\r\n\n,\nhttps://c.example/*\nHTTP://')).toEqual([
    'a.example',
    'b.example',
    'c.example/*',
  ])
  expect(readList('')).toEqual([])
})

test.each([
  ['a.example', 'https://a.example/page'],
  ['a.example', 'https://www.a.example'],
  ['A.Example/PAGE', 'https://a.example/page'],
  ['a.example', 'HTTPS://A.EXAMPLE'],
  ['page', 'http://a.example/some-page-there'],
  ['a.*/page', 'https://a.example/b/c/page'],
  ['*.example', 'https://a.example'],
  ['a.example/?', 'https://a.example/x'],
  ['?.example', 'https://a.example'],
  ['a?example*z', 'https://a.example/xyz'],
  ['*', 'https://a.example'],
  ['https://a.example', 'http://a.example'],
  ['a.example', 'https://a%2Eexample/'],

  ['bücher.example', 'https://bücher.example/'],
  ['xn--bcher-kva.example', 'https://bücher.example/'],
])('the entry %s matches %s', (list, address) => {
  expect([blocks(list, address), admits(list, address)]).toEqual([true, true])
})

test.each([
  ['a.example', 'https://b.example'],
  ['a.example/', 'https://a.example/'],
  ['a.example/?', 'https://a.example/'],
  ['a*b*c', 'https://site.test/acb'],
  ['b.*a', 'https://a.b.test/b'],
  ['a.example$', 'https://a.example'],
  ['a.e.ample', 'https://a.example'],
  ['https://', 'https://a.example'],
])('the entry %s does not match %s', (list, address) => {
  expect(blocks(list, address)).toBe(false)
  if (readList(list).length > 0) expect(admits(list, address)).toBe(false)
})

test('an address must match the whitelist, if there is one, and not the blacklist', () => {
  const rules = { whitelist: readList('a.example\nb.example'), blacklist: readList('a.example/secret') }
  const addresses = [
    'https://a.example/x',
    'https://b.example',
    'https://a.example/secret/x',
    'https://c.example',
  ]
  expect(addresses.map((address) => isAllowed(address, rules))).toEqual([true, true, false, false])
})

test('many wildcards take no exponential time', () => {
  const entry = `${'a*'.repeat(2000)}b`
  expect(blocks(entry, `https://${'a'.repeat(2000)}.example`)).toBe(false)
  expect(blocks(`${'?'.repeat(1000)}b`, `https://a.example/${'a'.repeat(2000)}`)).toBe(false)
})

test.each([
  '',
  'a.example',
  '//a.example',
  'https://',
  'https:a.example',
  'ftp://a.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' https://a.example',
  'https://a b.example',
  `https://a.example/${'x'.repeat(2048)}`,
])('%s has no preview', (address) => {
  expect(isAllowed(address, { whitelist: [], blacklist: [] })).toBe(false)
})

test('addresses of media get no card if the settings say so', () => {
  const rules = { whitelist: [], blacklist: [] }
  const endings = ['jpg', 'jpeg', 'png', 'gif', 'svg', 'webp', 'mp3', 'mp4', 'm4a', 'wav', 'PNG']
  for (const ending of endings) {
    const address = `https://a.example/file.${ending}`
    expect([ending, isPreviewable(address, { ...rules, skipsMedia: true })]).toEqual([ending, false])
    expect([ending, isPreviewable(address, { ...rules, skipsMedia: false })]).toEqual([ending, true])
  }
  for (const path of ['mp3', 'a.png?size=2', 'a.pdf', 'a.png/'])
    expect([path, isPreviewable(`https://a.example/${path}`, { ...rules, skipsMedia: true })]).toEqual([
      path,
      true,
    ])
})

test.each([
  ['https://a.example', 'https://a.example/', true],
  ['https://a.example/', 'https://a.example', true],
  ['https://a.example/x?y=1&z=2', 'https://a.example/x?y=1&z=2', true],
  ['https://a.example/Käse', 'https://a.example/K%C3%A4se', true],
  ['https://bücher.example/', 'https://b%C3%BCcher.example/', true],
  ['a.example', 'https://a.example', false],
  ['www.a.example', 'http://www.a.example', false],
  ['https://a.example', 'https://b.example', false],
  ['http://a.example', 'https://a.example', false],
  ['https://a.example/x', 'https://a.example/X', false],
  ['see https://a.example', 'https://a.example', false],
  ['', 'https://a.example', false],
  ['https://a.example/Mercury_(planet)', 'https://a.example/Mercury_%28planet%29', true],
  ["https://a.example/it's-[x]?y[z]={1}|2", 'https://a.example/it%27s-%5Bx%5D?y%5Bz%5D=%7B1%7D%7C2', true],
  ['https://a.example/b/c', 'https://a.example/b%2Fc', false],
])('a link %s to %s shows its own address: %s', (text, address, shows) => {
  expect(showsItsAddress(text, address)).toBe(shows)
})

test.each([
  'http://127.0.0.1/x',
  'http://0x7f.1/x',
  'http://[::1]/',
  'http://site.test:8080/',
  'http://user@site.test/',
  'http://:pw@site.test/',
])('%s, which the forum never asks, has no preview', (address) => {
  expect(isPreviewable(address, { whitelist: [], blacklist: [], skipsMedia: false })).toBe(false)
})

test.each(['http://site.test:80/', 'https://site.test:443/', 'http://1.site.test/', 'http://a.1b/'])(
  '%s may have a preview',
  (address) => {
    expect(isPreviewable(address, { whitelist: [], blacklist: [], skipsMedia: false })).toBe(true)
  },
)
