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

const attempt = (isRight: boolean) => async () => {
  await sleep(Math.random() * 3)
  return isRight ? 'in' : undefined
}

test('right ones pass, however many come at once', async () => {
  const attempts = new FailureLimiter()
  const one = counter('one', 3)
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => attempts.run([one], attempt(true))))
  expect(outcomes.every((outcome) => 'result' in outcome && outcome.result === 'in')).toBe(true)
  expect(one.count).toBe(0)
})

test('of wrong ones no more run than may fail, and the others have to wait', async () => {
  const attempts = new FailureLimiter()
  const one = counter('one', 3)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempts.run([one], attempt(false))))
  expect(outcomes.filter((outcome) => 'result' in outcome)).toHaveLength(3)
  expect(outcomes.filter((outcome) => 'wait' in outcome && outcome.wait === 9)).toHaveLength(47)
  expect(one.count).toBe(3)
})

test.each([1, 2, 3, 4, 5])(
  'several counters together let neither too many nor too few pass (%i)',
  async () => {
    const attempts = new FailureLimiter()
    const house = counter('house', 12)
    const doors = Array.from({ length: 6 }, (_, index) => counter(`door ${index}`, 3))
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        const isRight = index % 20 === 0
        return attempts.run([doors[index % 6] ?? house, house], attempt(isRight))
      }),
    )
    const failed = outcomes.filter((outcome) => 'result' in outcome && outcome.result === undefined)
    expect([house.count, failed.length]).toEqual([12, 12])
    expect(Math.max(...doors.map(({ count }) => count))).toBeLessThanOrEqual(3)
    expect(doors.reduce((sum, { count }) => sum + count, 0)).toBe(12)
  },
)

test('one that breaks counts for nothing and holds nobody up', async () => {
  const attempts = new FailureLimiter()
  const one = counter('one', 1)
  const broken = () => Promise.reject(new Error('broken'))
  const [first, second] = await Promise.allSettled([
    attempts.run([one], broken),
    attempts.run([one], attempt(true)),
  ])
  expect([first?.status, second?.status, one.count]).toEqual(['rejected', 'fulfilled', 0])
})
