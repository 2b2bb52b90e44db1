import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TagRecord } from '../../client/tag-record.ts'
import { type Arrangement, arrangementOf, moved, movesOf } from './arrangement.ts'

const arrangement: Arrangement = [
  { id: 'a', children: ['a1', 'a2'] },
  { id: 'b', children: [] },
  { id: 'c', children: [] },
]
const ids = ['a', 'a1', 'a2', 'b', 'c', 's']

/** The arrangement in one line: `a(a1,a2) b c`. */
function shown(roots: Arrangement): string {
  return roots.map(({ id, children }) => (children.length > 0 ? `${id}(${children.join()})` : id)).join(' ')
}

/** What comes of each step that a tag can take. */
function steps(id: string): Record<string, string> {
  return Object.fromEntries(
    movesOf(arrangement, id).map(({ name, place }) => [name, shown(moved(arrangement, id, place))]),
  )
}

test('tags are arranged by position and id; what has no position is secondary', () => {
  const tag = (id: string, position: number | null, parent?: string) =>
    ({
      id,
      type: 'tags',
      position,
      isChild: parent !== undefined,
      relationships: parent ? { parent: { type: 'tags', id: parent } } : {},
    }) as unknown as TagRecord
  const tags = [tag('10', 1), tag('9', 1), tag('8', null), tag('7', 5, '9'), tag('6', 2, '9'), tag('5', 0)]
  expect(shown(arrangementOf(tags))).toBe('5 9(6,7) 10')
})

test('a tag goes up and down, into and out of a parent, and becomes primary or secondary', () => {
  expect(steps('a')).toEqual({ down: 'b a(a1,a2) c', secondary: 'b c' })
  expect(steps('b')).toEqual({
    up: 'b a(a1,a2) c',
    down: 'a(a1,a2) c b',
    into: 'a(a1,a2,b) c',
    secondary: 'a(a1,a2) c',
  })
  expect(steps('a1')).toEqual({ down: 'a(a2,a1) b c', out: 'a(a2) a1 b c', secondary: 'a(a2) b c' })
  expect(steps('a2')).toEqual({ up: 'a(a2,a1) b c', out: 'a(a1) a2 b c', secondary: 'a(a1) b c' })
  expect(steps('c')).toMatchObject({ up: 'a(a1,a2) c b', into: 'a(a1,a2) b(c)' })
  expect(steps('s')).toEqual({ primary: 'a(a1,a2) b c s' })
})

test('a tag goes to any place, its children with it', () => {
  expect(shown(moved(arrangement, 'a', {}))).toBe('b c a(a1,a2)')
  expect(shown(moved(arrangement, 's', { parent: 'a', before: 'a2' }))).toBe('a(a1,s,a2) b c')
  expect(shown(moved(arrangement, 'a1', { parent: 'c' }))).toBe('a(a2) b c(a1)')
  expect(shown(moved(arrangement, 'c', { before: 'a' }))).toBe('c a(a1,a2) b')
})

test('no sequence of steps loses or repeats a tag, or nests deeper than one level', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...ids), fc.nat(4))), (taken) => {
      let current = arrangement
      for (const [id, step] of taken) {
        const moves = movesOf(current, id)
        const move = moves[step % moves.length]
        if (move) current = moved(current, id, move.place)
      }
      const named = current.flatMap(({ id, children }) => [id, ...children])
      expect(new Set(named).size).toBe(named.length)
      expect(ids).toEqual(expect.arrayContaining(named))
    }),
  )
})
