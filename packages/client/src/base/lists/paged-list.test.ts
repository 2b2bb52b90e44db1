import type { CollectionDocument } from '@parley/shared'
import { expect, test } from 'vitest'
import { countOfRows, extendList, pageNumber, pageParams, pagePath, startList } from './paged-list.ts'

function page(ids: string[], next?: string): CollectionDocument {
  const first = 'https://forum.example/parley/api/discussions?page%5Bafter%5D='
  return { data: ids.map((id) => ({ type: 'discussions', id })), links: next ? { first, next } : { first } }
}

const at = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'https://forum.example')
  return { path: pathname, query: searchParams }
}

test('the next request follows the link, relative to the API of this page', () => {
  const next = 'https://elsewhere.example/parley/api/discussions?sort=-createdAt&page%5Bafter%5D=abc'
  const list = startList(page(['1', '2'], next), 1)
  expect(list).toEqual({
    ids: ['1', '2'],
    next: '/discussions?sort=-createdAt&page%5Bafter%5D=abc',
    page: 1,
    relationships: {},
  })
})

test('appends further pages, and keeps items in place that moved down meanwhile', () => {
  const list = extendList(
    startList(page(['1', '2'], 'https://a.example/api/discussions?x'), 1),
    page(['2', '3']),
  )
  expect(list).toEqual({ ids: ['1', '2', '3'], next: undefined, page: 2, relationships: {} })
})

test('requests the first page by cursor, others by offset', () => {
  expect(pageParams(at('/'))).toEqual({ after: '' })
  expect(pageParams(at('/?page=1'))).toEqual({ after: '' })
  expect(pageParams(at('/?page=3'))).toEqual({ offset: 40 })
})

test('an invalid page number counts as 1', () => {
  for (const page of ['0', '-1', '1.5', 'x', '', '1e99']) expect(pageNumber(at(`/?page=${page}`))).toBe(1)
})

test('paths of other pages keep the rest of the query', () => {
  expect(pagePath(at('/all?sort=top'), 2)).toBe('/all?sort=top&page=2')
  expect(pagePath(at('/all?sort=top&page=2'), 1)).toBe('/all?sort=top')
  expect(pagePath(at('/?page=2'), 1)).toBe('/')
})

test('a list at its end knows how many rows it has; others know from their totals', () => {
  const ids = ['1', '2', '3']
  const [more, few] = [{ rows: { count: 9, hasMore: false } }, { rows: { count: 2, hasMore: true } }]
  expect(countOfRows({ ids, next: undefined }, 1, more)).toEqual({ count: 3, hasMore: false })
  expect(countOfRows({ ids, next: undefined }, 3, undefined)).toEqual({ count: 43, hasMore: false })
  expect(countOfRows({ ids, next: '/x' }, 1, undefined)).toBeUndefined()
  expect(countOfRows({ ids, next: '/x' }, 1, more)).toEqual({ count: 9, hasMore: false })
  expect(countOfRows({ ids, next: '/x' }, 1, few)).toEqual({ count: 3, hasMore: true })
  expect(countOfRows({ ids: [], next: undefined }, 3, more)).toEqual({ count: 9, hasMore: false })
})
