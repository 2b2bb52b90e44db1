import { expect, test } from 'vitest'
import { namedMentioners } from './mentioners.ts'

const by = (...authors: (string | undefined)[]) =>
  authors.map((userId, index) => ({ id: String(index + 1), userId }))

const read = (authors: (string | undefined)[], count = authors.length, viewerId?: string) => {
  const { named, others } = namedMentioners(by(...authors), count, viewerId)
  return { named: named.map(({ id }) => id), others }
}

test('each author is named once, by the first post', () => {
  expect(read(['a', 'b', 'a'])).toEqual({ named: ['1', '2'], others: 0 })
})

test('up to four mentions are all named', () => {
  expect(read(['a', 'b', 'c', 'd'])).toEqual({ named: ['1', '2', '3', '4'], others: 0 })
})

test('of more, three authors are named, and the others counted', () => {
  expect(read(['a', 'b', 'c', 'd'], 5)).toEqual({ named: ['1', '2', '3'], others: 2 })
  expect(read(['a', 'a', 'a', 'a'], 9)).toEqual({ named: ['1'], others: 8 })
})

test('the viewer comes first', () => {
  expect(read(['a', 'b', 'c', 'd'], 7, 'd')).toEqual({ named: ['4', '1', '2'], others: 4 })
})

test('deleted accounts are different authors, and nobody is the viewer among guests', () => {
  expect(read([undefined, undefined, 'a'])).toEqual({ named: ['1', '2', '3'], others: 0 })
})
