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
  expect([counter.read('a'), counter.size]).toEqual([{ count: 0, seconds: 0 }, 0])
})

test('what is taken back was not counted, and less than nothing is nothing', () => {
  const { counter } = countWith(60)
  counter.subtract('a')
  counter.add('a')
  counter.subtract('a')
  counter.subtract('a')
  counter.add('a')
  expect(counter.read('a').count).toBe(1)
})

test('the number of keys is bounded, and so is their length; the oldest goes first', () => {
  const { counter } = countWith(60)
  for (let index = 0; index < 100_001; index++) counter.add(`key ${index}`)
  expect(counter.size).toBe(100_000)
  expect([counter.read('key 0').count, counter.read('key 1').count]).toEqual([0, 1])
  const [long, other] = [`${'x'.repeat(5000)}1`, `${'x'.repeat(5000)}2`]
  counter.add(long)
  expect([counter.read(long).count, counter.read(other).count]).toEqual([1, 0])
})
