import { expect, test } from 'vitest'
import { RecentEvents } from './recent-events.ts'

function eventsAt() {
  const clock = { now: 1000 }
  const recent = new RecentEvents(() => clock.now)
  const addAt = (now: number) => {
    clock.now = now
    return recent.add({ name: 'rung', data: null }).number
  }
  return { clock, recent, addAt }
}

test('it finds the last event before a time, and does not know what it has forgotten', () => {
  const { clock, recent, addAt } = eventsAt()
  const numbers = [2000, 3000, 4000].map(addAt)
  clock.now = 5000
  expect([500, 1500, 2500].map((age) => recent.before(age))).toEqual([numbers[2], numbers[1], numbers[0]])
  expect(recent.after(recent.before(2500) ?? 0)?.map(({ number }) => number)).toEqual(numbers.slice(1))
  // Before the process began.
  expect(recent.before(4001)).toBeUndefined()
  for (let added = 0; added < 999; added++) addAt(6000)
  clock.now = 7000
  expect(recent.before(5000)).toBeUndefined()
  expect(recent.before(3500)).toBe(numbers[1])
  recent.clear()
  expect(recent.before(10)).toBeUndefined()
})
