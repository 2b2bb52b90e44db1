import { expect, test } from 'vitest'
import type { Arrangement } from './arrangement.ts'
import { dropAt } from './drop-place.ts'

const arrangement: Arrangement = [
  { id: 'a', children: ['a1', 'a2'] },
  { id: 'b', children: [] },
]

const at = (dragged: string, tag: string | undefined, height = 0.5) =>
  dropAt(arrangement, dragged, { list: 'primary', height, ...(tag && { tag }) })

test('a tag is dropped before, into or behind a primary tag', () => {
  expect(at('s', 'b', 0.1)).toEqual({ place: { before: 'b' }, tag: 'b', mark: 'before' })
  expect(at('s', 'b', 0.5)).toEqual({ place: { parent: 'b' }, tag: 'b', mark: 'into' })
  expect(at('s', 'b', 0.9)).toEqual({ place: { before: undefined }, tag: 'b', mark: 'after' })
})

test('below a primary tag with children is among its children', () => {
  expect(at('b', 'a', 0.9)).toEqual({ place: { parent: 'a' }, tag: 'a', mark: 'into' })
  expect(at('b', 'a1', 0.2)).toEqual({ place: { parent: 'a', before: 'a1' }, tag: 'a1', mark: 'before' })
  expect(at('b', 'a1', 0.8)).toEqual({ place: { parent: 'a', before: 'a2' }, tag: 'a1', mark: 'after' })
  expect(at('a1', 'a2', 0.8)).toMatchObject({ place: { parent: 'a' }, mark: 'after' })
})

test('a tag with children goes between primary tags only, and never into itself', () => {
  expect(at('a', 'b', 0.4)).toEqual({ place: { before: 'b' }, tag: 'b', mark: 'before' })
  expect(at('a', 'b', 0.6)).toEqual({ place: { before: undefined }, tag: 'b', mark: 'after' })
  expect([at('a', 'a'), at('a', 'a1'), at('b', 'b'), at('a1', 'a1')]).toEqual(Array(4).fill(undefined))
})

test('beside the tags it goes to the end of the list, or becomes secondary', () => {
  expect(at('s', undefined)).toEqual({ place: {}, tag: undefined, mark: 'primary' })
  expect(dropAt(arrangement, 'a1', { list: 'secondary', tag: 's', height: 0 })).toEqual({
    place: 'secondary',
    tag: undefined,
    mark: 'secondary',
  })
})
