import { expect, test } from 'vitest'
import { parseQuery } from './query.ts'

test.each([
  ['', {}],
  ['a=1&b=&c', { a: '1', b: '', c: '' }],
  ['a=1&a=2', { a: '2' }],
  ['page[near]=5&page%5Blimit%5D=20', { page: { near: '5', limit: '20' } }],
  ['filter[-hidden]=1', { filter: { '-hidden': '1' } }],
  ['filter[id][]=1&filter[id][]=2', { filter: { id: ['1', '2'] } }],
  ['filter[id][0]=1&filter[id][1]=2', { filter: { id: ['1', '2'] } }],
  ['q=a+b%20c%2B&x=%zz', { q: 'a b c+', x: '%zz' }],
  ['a=1&a[b]=2', { a: { b: '2' } }],
  ['a[b=1&[x]=2', { a: '1', '[x]': '2' }],
  ['a[b][c][d][e][f]=1&z=1', { z: '1' }],
])('%s', (text, query) => {
  expect(parseQuery(text)).toEqual(query)
})

test('no parameter pollutes a prototype', () => {
  const query = parseQuery(
    '__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1',
  )
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect((query as { a?: { polluted?: unknown } }).a?.polluted).toBeUndefined()
})

test('parameters beyond the first 500 are dropped', () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `p${index}=1`).join('&')
  expect(Object.keys(parseQuery(text))).toHaveLength(500)
})
