import { expect, test } from 'vitest'
import { buildQuery } from './query.ts'
import { toWireJson, wireDate } from './wire.ts'

test.each([
  ['<a href="x">\'&', '"\\u003Ca href=\\u0022x\\u0022\\u003E\\u0027\\u0026"'],
  ['\\', '"\\\\"'],
  ['\\"', '"\\\\\\u0022"'],
  ['\\\\', '"\\\\\\\\"'],
  ['\\u003C', '"\\\\u003C"'],
  ['', '""'],
])('escapes %j', (value, json) => {
  expect(toWireJson(value)).toBe(json)
})

test('the escaped JSON parses to the same value for random strings and names', () => {
  const pieces = ['<', '>', "'", '&', '"', '\\', 'u0022', '\n', '\u2028', '\ud800', 'é', '😀', ',', ':', '{}']
  let seed = 1
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return (seed >>> 8) % below
  }
  const text = () => Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join('')
  for (let round = 0; round < 2000; round++) {
    const value = { [text()]: text(), list: [text(), round, null, true, { [text()]: text() }] }
    const json = toWireJson(value)
    expect(JSON.parse(json)).toEqual(value)
    expect(json).not.toMatch(/[<>&']|\\"(?<=(?<!\\)(?:\\\\)*\\")/)
  }
})

test('rejects a value that has no JSON form', () => {
  expect(() => toWireJson(undefined)).toThrow(TypeError)
})

test('dates lose their milliseconds and name their offset', () => {
  for (const time of [0, 1_609_459_200_999, Date.UTC(9999, 11, 31, 23, 59, 59, 999)]) {
    const date = wireDate(new Date(time).toISOString())
    expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    expect(Date.parse(date)).toBe(Math.floor(time / 1000) * 1000)
  }
  expect(wireDate('2021-01-01T00:00:00.000Z')).toBe('2021-01-01T00:00:00+00:00')
})

test('URLSearchParams parses a query string to the same parameters', () => {
  const query = buildQuery({
    sort: '-lastPostedAt',
    include: ['user', 'lastPostedUser'],
    filter: { q: 'a&b=c #1 +2 ü', discussion: 5, hidden: undefined },
    page: { near: 0, limit: null },
    'odd name&': '',
  })
  expect(query).toContain('sort=-lastPostedAt&include=user,lastPostedUser&filter%5Bq%5D=')
  expect([...new URLSearchParams(query)]).toEqual([
    ['sort', '-lastPostedAt'],
    ['include', 'user,lastPostedUser'],
    ['filter[q]', 'a&b=c #1 +2 ü'],
    ['filter[discussion]', '5'],
    ['page[near]', '0'],
    ['odd name&', ''],
  ])
  expect(buildQuery({})).toBe('')
})
