import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type FailureCounter, FailureLimiter } from './failure-limiter.ts'

function counter(id: string, points: number): FailureCounter & { count: number } {
  const failures = {
    id,
    points,
    count: 0,
    failures: async () => ({ count: failures.count, seconds: 9 }),
    async fail() {
      failures.count += 1
    },
  }
  return failures
}

const check = (isRight: boolean) => async () => {
  await sleep(Math.random() * 3)
  return isRight ? 'in' : undefined
}

test('right attempts pass, however many run at once', async () => {
  const limiter = new FailureLimiter()
  const one = counter('one', 3)
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => limiter.run([one], check(true))))
  expect(outcomes.every((outcome) => 'result' in outcome && outcome.result === 'in')).toBe(true)
  expect(one.count).toBe(0)
})

test('no more wrong attempts run than may fail, and the others have to wait', async () => {
  const limiter = new FailureLimiter()
  const one = counter('one', 3)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => limiter.run([one], check(false))))
  expect(outcomes.filter((outcome) => 'result' in outcome)).toHaveLength(3)
  expect(outcomes.filter((outcome) => 'wait' in outcome && outcome.wait === 9)).toHaveLength(47)
  expect(one.count).toBe(3)
})

test.each([1, 2, 3, 4, 5])(
  'several counters together let neither too many nor too few pass (%i)',
  async () => {
    const limiter = new FailureLimiter()
    const house = counter('house', 12)
    const doors = Array.from({ length: 6 }, (_, index) => counter(`door ${index}`, 3))
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        const isRight = index % 20 === 0
        return limiter.run([doors[index % 6] ?? house, house], check(isRight))
      }),
    )
    const failed = outcomes.filter((outcome) => 'result' in outcome && outcome.result === undefined)
    expect({ counted: house.count, failed: failed.length }).toEqual({ counted: 12, failed: 12 })
    expect(Math.max(...doors.map(({ count }) => count))).toBeLessThanOrEqual(3)
    expect(doors.reduce((sum, { count }) => sum + count, 0)).toBe(12)
  },
)

test('a check that throws counts neither way and blocks no other attempt', async () => {
  const limiter = new FailureLimiter()
  const one = counter('one', 1)
  const broken = () => Promise.reject(new Error('broken'))
  const [first, second] = await Promise.allSettled([
    limiter.run([one], broken),
    limiter.run([one], check(true)),
  ])
  expect({ first: first?.status, second: second?.status, failures: one.count }).toEqual({
    first: 'rejected',
    second: 'fulfilled',
    failures: 0,
  })
})
