import { afterEach, expect, test, vi } from 'vitest'
import { Clock } from './clock.ts'

const sent = '2026-01-31T08:00:00.000Z'
const hour = 3_600_000

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The time that a started clock shows where the reader's clock is off by `error`, after `elapsed`; in ms after `sent`. */
function shownAfter(elapsed: number, error: number, load?: { transferSize: number }) {
  vi.useFakeTimers({ now: Date.parse(sent) + error, toFake: ['Date'] })
  const loads = load && [load as PerformanceNavigationTiming]
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(loads ?? [])
  const clock = new Clock({ locale: 'en', messages: {}, now: sent })
  clock.start()
  vi.setSystemTime(Date.parse(sent) + error + elapsed)
  // Each screen with a frame starts it.
  clock.start()
  expect(clock.state.now).toEqual(clock.read())
  return clock.state.now.getTime() - Date.parse(sent)
}

const loaded = { transferSize: 9300 }
const validated = { transferSize: 300 }
const cached = { transferSize: 0 }

test('a wrong clock of the reader is set right', () => {
  for (const load of [loaded, cached, undefined]) expect(shownAfter(5000, -3 * hour, load)).toBe(5000)
  expect(shownAfter(5000, 3 * hour, loaded)).toBe(5000)
})

test('a page of the cache is old: no clock is wrong', () => {
  for (const load of [validated, cached, undefined]) {
    expect(shownAfter(5000, 3 * hour, load)).toBe(3 * hour + 5000)
  }
})

test('a page that took a while does not turn the clock back', () => {
  expect(shownAfter(5000, 90_000, loaded)).toBe(95_000)
})

test('times of the reader’s clock become those of the server', () => {
  vi.useFakeTimers({ now: Date.parse(sent) - hour, toFake: ['Date'] })
  const clock = new Clock({ locale: 'en', messages: {}, now: sent })
  clock.start()
  expect(clock.read(Date.parse(sent) - 2 * hour).toISOString()).toBe('2026-01-31T07:00:00.000Z')
})
