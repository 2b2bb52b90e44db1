import { expect, test } from 'vitest'
import { WindowCounter } from './window-counter.ts'

function countWith(seconds: number) {
  const clock = { milliseconds: 5000 }
  return { clock, counter: new WindowCounter(seconds, () => clock.milliseconds) }
}

test('a window begins with the first count and ends as a whole', () => {
  const { clock, counter } = countWith(60)
  expect(counter.read('a')).toEqual({ count: 0, seconds: 0 })
  counter.add('a')
  clock.milliseconds += 30_500
  counter.add('a')
  expect(counter.read('a')).toEqual({ count: 2, seconds: 30 })
  clock.milliseconds += 29_499
  expect(counter.read('a')).toEqual({ count: 2, seconds: 1 })
  clock.milliseconds += 1
  expect({ ...counter.read('a'), size: counter.size }).toEqual({ count: 0, seconds: 0, size: 0 })
})

test('a subtracted count does not count, and a count is never below 0', () => {
  const { counter } = countWith(60)
  counter.subtract('a')
  counter.add('a')
  counter.subtract('a')
  counter.subtract('a')
  counter.add('a')
  expect(counter.read('a').count).toBe(1)
})

test('the number of keys and their length are bounded; the oldest key is evicted first', () => {
  const { counter } = countWith(60)
  for (let index = 0; index < 100_001; index++) counter.add(`key ${index}`)
  expect(counter.size).toBe(100_000)
  expect({ oldest: counter.read('key 0').count, next: counter.read('key 1').count }).toEqual({
    oldest: 0,
    next: 1,
  })
  const [long, other] = [`${'x'.repeat(5000)}1`, `${'x'.repeat(5000)}2`]
  counter.add(long)
  expect({ long: counter.read(long).count, other: counter.read(other).count }).toEqual({ long: 1, other: 0 })
})
