import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Alerts } from './alerts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const contents = (alerts: Alerts) => alerts.state.map(({ content }) => content)

test('alerts with a timeout are dismissed after it, others stay', () => {
  const alerts = new Alerts((key) => key)
  alerts.show('stays')
  alerts.show('goes', { timeout: 5000 })
  vi.advanceTimersByTime(4999)
  expect(contents(alerts)).toEqual(['stays', 'goes'])
  vi.advanceTimersByTime(1)
  expect(contents(alerts)).toEqual(['stays'])
})

test('pausing stops auto-dismiss; resuming restarts each full timeout', () => {
  const alerts = new Alerts((key) => key)
  alerts.show('before', { timeout: 5000 })
  vi.advanceTimersByTime(4000)
  alerts.pause()
  alerts.show('meanwhile', { timeout: 6000 })
  vi.advanceTimersByTime(60_000)
  expect(contents(alerts)).toEqual(['before', 'meanwhile'])
  alerts.resume()
  vi.advanceTimersByTime(5000)
  expect(contents(alerts)).toEqual(['meanwhile'])
  vi.advanceTimersByTime(1000)
  expect(contents(alerts)).toEqual([])
})

test('dismissing the last alert ends the pause', () => {
  const alerts = new Alerts((key) => key)
  const id = alerts.show('first', { timeout: 5000 })
  alerts.pause()
  alerts.dismiss(id)
  alerts.show('second', { timeout: 5000 })
  vi.advanceTimersByTime(5000)
  expect(contents(alerts)).toEqual([])
})
