import type { CollectionDocument } from '@parley/shared'
import { describe, expect, test } from 'vitest'
import { chunkSize } from './posts-request.ts'
import {
  closestPost,
  holdsNumber,
  mergeWindows,
  numberBeyond,
  type StreamWindow,
  timeGap,
  trimWindow,
  unreadMarks,
  windowOf,
} from './stream-window.ts'

const dayMs = 86_400_000

function post(number: number, dayOffset = 0) {
  return {
    id: String(number + 1000),
    number,
    createdAt: new Date(Date.UTC(2026, 0, 1) + dayOffset * dayMs).toISOString(),
  }
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => post(from + index))
}

/** Answers as the API does: the window around the post closest to a number. */
function serve(numbers: readonly number[], near: number): StreamWindow {
  let closest = 0
  for (const [index, number] of numbers.entries()) {
    if (Math.abs(number - near) < Math.abs((numbers[closest] ?? 0) - near)) closest = index
  }
  const offset = near > 1 ? Math.max(0, closest - chunkSize / 2) : 0
  return {
    posts: numbers.slice(offset, offset + chunkSize).map((number) => post(number)),
    hasEarlier: offset > 0,
    hasLater: offset + chunkSize < numbers.length,
  }
}

const numbersOf = ({ posts }: StreamWindow) => posts.map(({ number }) => number)

test('a window holds the posts of an answer, and whether there are more', () => {
  const document: CollectionDocument = {
    links: { first: 'f', next: 'n' },
    data: [{ type: 'posts', id: '5', attributes: { number: 1, createdAt: '2026-01-01T00:00:00+00:00' } }],
  }
  expect(windowOf(document)).toEqual({
    posts: [{ id: '5', number: 1, createdAt: '2026-01-01T00:00:00+00:00' }],
    hasEarlier: false,
    hasLater: true,
  })
})

describe('merging', () => {
  test('merges overlapping windows in order, each post once', () => {
    const current = { posts: range(10, 20), hasEarlier: true, hasLater: true }
    const added = { posts: range(18, 37), hasEarlier: true, hasLater: false }
    const merged = mergeWindows(current, added)
    expect(numbersOf(merged)).toEqual(range(10, 37).map(({ number }) => number))
    expect(merged).toMatchObject({ hasEarlier: true, hasLater: false })
  })

  test('takes each end from the window that reaches it', () => {
    const current = { posts: range(10, 20), hasEarlier: true, hasLater: false }
    const added = { posts: range(1, 12), hasEarlier: false, hasLater: true }
    expect(mergeWindows(current, added)).toMatchObject({ hasEarlier: false, hasLater: false })
  })

  test('omits posts that the newer answer no longer has', () => {
    const current = { posts: range(1, 5), hasEarlier: false, hasLater: true }
    const added = { posts: [post(3), post(5), post(6)], hasEarlier: true, hasLater: false }
    expect(numbersOf(mergeWindows(current, added))).toEqual([1, 2, 3, 5, 6])
  })

  test('an empty answer changes nothing', () => {
    const current = { posts: range(1, 5), hasEarlier: false, hasLater: true }
    expect(mergeWindows(current, { posts: [], hasEarlier: false, hasLater: false })).toBe(current)
  })
})

test.each([
  ['without holes', range(1, 300).map(({ number }) => number)],
  [
    'with single holes',
    range(1, 300)
      .map(({ number }) => number)
      .filter((number) => number % 3 !== 0),
  ],
  ['with a hole wider than a chunk', [...range(1, 90), ...range(400, 460)].map(({ number }) => number)],
  ['with lonely posts', [1, 2, 50, 51, 300, 301, 302, 303, 900, 1500, 1501]],
])('loading in both directions through numbers %s finds each post once', (_, numbers) => {
  for (const start of [1, 45, 401, 2000]) {
    let window = serve(numbers, start)
    for (const direction of ['later', 'earlier'] as const) {
      for (let step = 0; direction === 'later' ? window.hasLater : window.hasEarlier; step++) {
        const before = window.posts.length
        window = mergeWindows(window, serve(numbers, numberBeyond(window, direction)))
        expect(window.posts.length).toBeGreaterThan(before)
        expect(step).toBeLessThan(100)
      }
    }
    expect(numbersOf(window)).toEqual(numbers)
  }
})

test('trims posts at one end, which then has more', () => {
  const full = { posts: range(1, 30), hasEarlier: false, hasLater: false }
  expect(trimWindow(full, 'start', 30)).toBe(full)
  expect(numbersOf(trimWindow(full, 'start', 10))).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
  expect(trimWindow(full, 'start', 10)).toMatchObject({ hasEarlier: true, hasLater: false })
  expect(numbersOf(trimWindow(full, 'end', 3))).toEqual([1, 2, 3])
  expect(trimWindow(full, 'end', 3)).toMatchObject({ hasEarlier: false, hasLater: true })
})

test('tells which numbers need no request', () => {
  const window = { posts: range(10, 20), hasEarlier: true, hasLater: false }
  const holds = { 9: false, 10: true, 15: true, 20: true, 21: true, 5000: true }
  const results = Object.keys(holds).map((number) => [number, holdsNumber(window, Number(number))])
  expect(Object.fromEntries(results)).toEqual(holds)
})

test('finds the closest post, the earlier of two equally close ones', () => {
  const window = { posts: [post(2), post(6), post(20)], hasEarlier: false, hasLater: false }
  const closest = { 1: 2, 4: 2, 5: 6, 12: 6, 14: 20, 99: 20 }
  const results = Object.keys(closest).map((number) => [number, closestPost(window, Number(number))?.number])
  expect(Object.fromEntries(results)).toEqual(closest)
  expect(closestPost({ posts: [], hasEarlier: false, hasLater: false }, 4)).toBeUndefined()
})

describe('the line before new posts', () => {
  const window = { posts: [post(4), post(5), post(9), post(10)], hasEarlier: true, hasLater: false }

  const marks = (lastRead: number, count: number, late: readonly number[] = []) =>
    Object.fromEntries(unreadMarks(window, { lastRead, count, late }))

  test('is above the first unread post', () => {
    expect(marks(5, 2)).toEqual({ [post(9).id]: 2 })
    expect(marks(7, 2)).toEqual({ [post(9).id]: 2 })
  })

  test('is absent if all posts are new, if none is, or if its place is outside the window', () => {
    expect(marks(0, 4)).toEqual({})
    expect(marks(10, 3)).toEqual({})
    expect(marks(3, 4)).toEqual({})
    // An event post may follow the last comment.
    expect(marks(9, 0)).toEqual({})
  })

  test('is above late posts, too, with those that follow', () => {
    expect(marks(10, 0, [5])).toEqual({ [post(5).id]: 1 })
    expect(marks(10, 0, [5, 9])).toEqual({ [post(5).id]: 2 })
    expect(marks(9, 1, [5])).toEqual({ [post(5).id]: 1, [post(10).id]: 1 })
    expect(marks(9, 1, [9])).toEqual({ [post(9).id]: 2 })
    expect(marks(10, 0, [4, 5, 10])).toEqual({ [post(10).id]: 1 })
    expect(marks(10, 0, [2, 7, 12])).toEqual({})
  })
})

test('a gap is more than four days', () => {
  expect(timeGap(undefined, post(1, 9))).toBeUndefined()
  expect(timeGap(post(1, 0), post(2, 4))).toBeUndefined()
  expect(timeGap(post(1, 0), post(2, 5))).toBe(5 * dayMs)
})
