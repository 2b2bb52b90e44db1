import type { EventLoopUtilization } from 'node:perf_hooks'
import { afterEach, expect, test, vi } from 'vitest'
import { collectWhenQuiet } from './collect-when-quiet.ts'

afterEach(() => void vi.useRealTimers())

/** A loop that is active for the shares of the intervals of 30 seconds. How often was garbage collected after each? */
function collectionsAfter(shares: readonly number[]): number[] {
  vi.useFakeTimers()
  const collect = vi.fn()
  let total: EventLoopUtilization = { active: 0, idle: 0, utilization: 0 }
  const end = collectWhenQuiet(collect, (now = total, before) => {
    const active = now.active - (before?.active ?? 0)
    const idle = now.idle - (before?.idle ?? 0)
    return { active, idle, utilization: active / (active + idle) }
  })
  const counts = shares.map((share) => {
    total = { ...total, active: total.active + share * 30_000, idle: total.idle + (1 - share) * 30_000 }
    vi.advanceTimersByTime(30_000)
    return collect.mock.calls.length
  })
  end()
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(counts.at(-1) ?? 0)
  return counts
}

test('garbage is collected once after work, when the process is quiet', () => {
  expect(collectionsAfter([0, 0.5, 0.9, 0.01, 0, 0.04])).toEqual([0, 0, 0, 1, 1, 1])
})

test('a little work in many intervals adds up', () => {
  expect(collectionsAfter(Array(13).fill(0.03))).toEqual([...Array(11).fill(0), 1, 1])
})

test('nothing happens where Node does not offer it', () => {
  vi.useFakeTimers()
  collectWhenQuiet(undefined)
  expect(vi.getTimerCount()).toBe(0)
})
