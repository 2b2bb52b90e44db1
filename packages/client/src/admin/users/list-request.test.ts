import { expect, test } from 'vitest'
import { filterOf, listAddress, usersRequest } from './list-request.ts'

const now = new Date('2024-02-10T12:00:00Z')

test('an address names the filters of the list', () => {
  const query = new URLSearchParams('q=mi ra&group=4&seen=7&sort=-username&unconfirmed=')
  expect(filterOf(query, now)).toEqual({ q: 'mi ra', group: '4', lastSeenSince: '2024-02-03' })
  expect(decodeURIComponent(usersRequest({ query }, now))).toBe(
    '/admin/users?filter[q]=mi ra&filter[group]=4&filter[lastSeenSince]=2024-02-03&sort=-username&page[after]=&page[limit]=50',
  )
  expect(filterOf(new URLSearchParams('seen=-365'), now)).toEqual({ lastSeenBefore: '2023-02-10' })
  expect(filterOf(new URLSearchParams('seen=never'), now)).toEqual({ neverSeen: '1' })
  for (const value of ['x', '0', '1e9', 'Infinity'])
    expect(filterOf(new URLSearchParams({ seen: value }), now)).toEqual({})
})

test('a form of filters leads to an address without the empty ones', () => {
  expect(
    listAddress([
      ['q', ''],
      ['group', '4'],
      ['seen', '-30'],
    ]),
  ).toBe('/admin/users?group=4&seen=-30')
  expect(listAddress([['q', '']])).toBe('/admin/users')
})
