import { expect, test } from 'vitest'
import { isOfType, listPath, nextPath, noFilters, oneEarlier } from './library.ts'

test('a list asks for what it is narrowed to', () => {
  expect(listPath({ kind: 'shared' }, noFilters)).toBe('/fof/upload/shared-files')
  const path = listPath({ kind: 'own', userId: '7' }, { q: ' a&b ', kind: 'image', hidden: true })
  expect(Object.fromEntries(new URL(path, 'http://x').searchParams)).toEqual({
    ...{ 'filter[user]': '7', 'filter[q]': 'a&b', 'filter[type]': 'image', 'filter[hidden]': 'true' },
  })
})

test('the next page is asked for below this page’s own API', () => {
  const next = 'https://example.org/forum/api/fof/uploads?page[offset]=20'
  expect(nextPath({ data: [], links: { first: '', next } })).toBe('/fof/uploads?page[offset]=20')
  expect(nextPath({ data: [], links: { first: '' } })).toBe(undefined)
})

test('the next page begins one file earlier when a file has left the list', () => {
  expect(oneEarlier('/fof/uploads?filter[q]=20&page[offset]=20')).toBe(
    '/fof/uploads?filter[q]=20&page[offset]=19',
  )
  expect(oneEarlier('/fof/uploads?page%5Boffset%5D=0')).toBe('/fof/uploads?page%5Boffset%5D=0')
})

test('types are limited to a kind, or to a list of them', () => {
  const png = { type: 'image/png' }
  expect([isOfType(png, undefined), isOfType(png, 'image'), isOfType(png, 'audio')]).toEqual([
    true,
    true,
    false,
  ])
  expect([isOfType(png, ['image/png']), isOfType(png, ['image/gif']), isOfType(png, [])]).toEqual([
    ...[true, false, false],
  ])
})
