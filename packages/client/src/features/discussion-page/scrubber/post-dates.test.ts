import type { CollectionDocument } from '@parley/shared'
import { expect, test } from 'vitest'
import { PostDates } from './post-dates.ts'

const day = 86_400_000
const start = Date.UTC(2020, 0, 1)

/** The dates of posts that exist by number; reads answer like `page[near]` with a limit of one. */
function datesOf(times: ReadonlyMap<number, number>) {
  const reads: string[] = []
  const numbers = [...times.keys()].sort((one, other) => one - other)
  const read = async (path: string): Promise<CollectionDocument> => {
    reads.push(path)
    const near = Number(new URLSearchParams(path.split('?')[1]).get('page[near]') ?? 1)
    let closest = numbers[0] ?? 0
    for (const number of numbers) if (Math.abs(number - near) < Math.abs(closest - near)) closest = number
    const attributes = { number: closest, createdAt: new Date(times.get(closest) ?? 0).toISOString() }
    return { links: { first: '' }, data: [{ type: 'posts', id: `${closest}`, attributes }] }
  }
  const ends = [numbers[0] ?? 1, numbers.at(-1) ?? 1].map((number) => ({
    number,
    time: times.get(number) ?? 0,
  }))
  const [first, last] = ends as [(typeof ends)[0], (typeof ends)[0]]
  return { dates: new PostDates(read, '7'), reads, first, last }
}

function every(count: number, timeOf: (number: number) => number): Map<number, number> {
  return new Map([...Array(count).keys()].map((index) => [index + 1, timeOf(index + 1)]))
}

test('finds the first post of a day among 100,000, in few reads, however they are spread', async () => {
  const spreads = {
    even: (number: number) => start + number * day,
    early: (number: number) => start + Math.floor(Math.sqrt(number) * 20 * day),
    late: (number: number) => start + number * 1000 + Math.floor((number / 1000) ** 3 * day),
  }
  for (const timeOf of Object.values(spreads)) {
    const times = every(100_000, timeOf)
    for (const number of [2, 777, 50_000, 99_999]) {
      const { dates, reads, first, last } = datesOf(times)
      expect(await dates.firstSince(timeOf(number), first, last)).toBe(number)
      expect(reads.length).toBeLessThanOrEqual(24)
    }
  }
})

test('takes the first post for earlier days and the last for later ones, without a read', async () => {
  const { dates, reads, first, last } = datesOf(every(50, (number) => start + number * day))
  expect(await dates.firstSince(start, first, last)).toBe(1)
  expect(await dates.firstSince(start + 99 * day, first, last)).toBe(50)
  expect(reads).toEqual([])
})

test('copes with numbers that are missing', async () => {
  const times = new Map([
    ...every(20, (number) => start + number * day),
    [500, start + 500 * day],
    [501, start + 501 * day],
  ])
  const { dates, first, last } = datesOf(times)
  expect(await dates.firstSince(start + 300 * day, first, last)).toBe(500)
  expect(await dates.firstSince(start + 15 * day, first, last)).toBe(15)
})

test('estimates a date between known posts until it is read', async () => {
  const { dates, reads } = datesOf(every(100, (number) => start + number * day))
  expect(dates.timeOf(50)).toBeUndefined()
  dates.add([
    { number: 1, time: start },
    { number: 100, time: start + 99 * day },
  ])
  expect(dates.timeOf(51)).toEqual({ time: start + 50 * day, isCertain: false })
  await Promise.all([dates.load(51), dates.load(60)])
  expect(reads).toHaveLength(1)
  expect(dates.timeOf(51)).toEqual({ time: start + 51 * day, isCertain: true })
})
