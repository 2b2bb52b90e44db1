import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nextTurn } from './event-loop.ts'

test('concurrent callers proceed one per iteration of the event loop, in order', async () => {
  const log: string[] = []
  const work = async (name: string) => {
    for (let part = 1; part <= 2; part++) {
      await nextTurn()
      log.push(`${name}${part}`)
    }
  }
  const all = Promise.all(['a', 'b', 'c'].map(work))
  let iterations = 0
  while (log.length < 6) {
    const before = log.length
    await nextIteration()
    iterations += 1
    expect(log.length - before).toBeLessThanOrEqual(1)
  }
  await all
  expect({ log, iterations: iterations >= 6 }).toEqual({
    log: ['a1', 'b1', 'c1', 'a2', 'b2', 'c2'],
    iterations: true,
  })
})

test('a caller alone proceeds in the next iteration', async () => {
  let hasTurn = false
  void nextTurn().then(() => {
    hasTurn = true
  })
  await Promise.resolve()
  expect(hasTurn).toBe(false)
  await nextIteration()
  expect(hasTurn).toBe(true)
})
