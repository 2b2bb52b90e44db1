import { describe, expect, test } from 'vitest'
import { ForumError } from '../errors.ts'
import { Budget, type BudgetOptions, type Reservation } from './budget.ts'

const budgetOf = (total: number, options: Partial<BudgetOptions> = {}) =>
  new Budget({ total, waiting: { total: 10 }, waitMs: 60_000, ...options })

test('a free amount is reserved at once', () => {
  const budget = budgetOf(10)
  const reservation = budget.reserve(4)
  expect(reservation).not.toBeInstanceOf(Promise)
  expect(budget.used).toBe(4)
  const { release } = reservation as Reservation
  release()
  release()
  expect(budget.used).toBe(0)
})

test('requests are served in order, also small ones behind a large one', async () => {
  const budget = budgetOf(10)
  const first = await budget.reserve(6)
  const order: string[] = []
  const large = Promise.resolve(budget.reserve(8)).then((reservation) => {
    order.push('large')
    return reservation
  })
  const small = Promise.resolve(budget.reserve(1)).then(() => order.push('small'))
  expect(budget).toMatchObject({ used: 6, waiting: 2 })
  first.release()
  await Promise.all([large, small])
  expect({ order, used: budget.used, peak: budget.peak }).toEqual({
    order: ['large', 'small'],
    used: 9,
    peak: 9,
  })
})

test('an amount above the total reserves all of it and runs alone', async () => {
  const budget = budgetOf(10)
  const all = await budget.reserve(1000)
  expect(budget.used).toBe(10)
  const next = budget.reserve(1)
  expect(budget.waiting).toBe(1)
  all.release()
  await next
  expect(budget.used).toBe(1)
})

test('a reservation can be resized', async () => {
  const budget = budgetOf(10)
  const reservation = await budget.reserve(8)
  const next = budget.reserve(5)
  reservation.resize(5)
  await next
  expect(budget.used).toBe(10)
  reservation.resize(7)
  expect(budget.used).toBe(12)
  reservation.release()
  reservation.resize(3)
  expect(budget.used).toBe(5)
})

test('a request that waits too long is refused with Retry-After, and the next ones are served', async () => {
  const budget = budgetOf(10, { waitMs: 20 })
  await budget.reserve(6)
  const large = budget.reserve(8)
  const small = budget.reserve(4)
  const error = await Promise.resolve(large).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ForumError)
  const { status, code, headers } = error as ForumError
  expect({ status, code, headers }).toEqual({ status: 503, code: 'busy', headers: { 'retry-after': '1' } })
  await small
  expect(budget).toMatchObject({ used: 10, waiting: 0 })
})

test('a full queue refuses requests at once', async () => {
  const budget = budgetOf(10, { waiting: { total: 1 } })
  const first = await budget.reserve(10)
  const second = budget.reserve(1)
  expect(() => budget.reserve(1)).toThrow('busy')
  first.release()
  await second
  expect(budget).toMatchObject({ used: 1, waiting: 0 })
})

test('work that fails releases its reservation', async () => {
  const budget = budgetOf(10)
  await expect(
    budget.hold(10, () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(budget.used).toBe(0)
})

const shared: BudgetOptions = { total: 10, perKey: 6, waiting: { total: 4, perKey: 2 }, waitMs: 60_000 }
const busy = { code: 'busy', status: 503, headers: { 'retry-after': '60' } }

/** Requests a reservation; the result says whether it is granted or refused by now. */
function request(budget: Budget, key: string, amount: number, signal?: AbortSignal) {
  const state = { isGranted: false, release: () => {}, error: undefined as unknown }
  const reserve = async () => budget.reserve(amount, { key, signal })
  reserve().then(
    ({ release }) => Object.assign(state, { isGranted: true, release }),
    (error: unknown) => Object.assign(state, { error }),
  )
  return state
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a budget that keys share', () => {
  test('never grants more than its total, and other keys wait in order', async () => {
    const budget = new Budget(shared)
    const first = request(budget, 'a', 6)
    const second = request(budget, 'b', 4)
    const third = request(budget, 'c', 5)
    const fourth = request(budget, 'd', 1)
    await settled()
    expect({ first, second, third, fourth }).toMatchObject({
      first: { isGranted: true },
      second: { isGranted: true },
      third: { isGranted: false },
      fourth: { isGranted: false },
    })
    second.release()
    await settled()
    // There is room for the small fourth one, but it comes after the large third one.
    expect({ third, fourth }).toMatchObject({ third: { isGranted: false }, fourth: { isGranted: false } })
    first.release()
    await settled()
    expect({ third, fourth }).toMatchObject({ third: { isGranted: true }, fourth: { isGranted: true } })
    expect(budget).toMatchObject({ used: 6, waiting: 0 })
  })

  test('a key that has used up its share does not block other keys', async () => {
    const budget = new Budget(shared)
    const first = request(budget, 'a', 6)
    const more = request(budget, 'a', 1)
    const other = request(budget, 'b', 3)
    await settled()
    expect({ first, more, other }).toMatchObject({
      first: { isGranted: true },
      more: { isGranted: false },
      other: { isGranted: true },
    })
    first.release()
    first.release()
    await settled()
    expect(more.isGranted).toBe(true)
    expect(budget).toMatchObject({ used: 4, waiting: 0 })
  })

  test('an amount above the share of a key counts as the whole share', async () => {
    const budget = new Budget(shared)
    const all = request(budget, 'a', 100)
    await settled()
    expect(budget.used).toBe(6)
    all.release()
    expect(budget.used).toBe(0)
  })

  test('requests beyond the length of the queue are refused, per key and in total', async () => {
    const budget = new Budget(shared)
    request(budget, 'x', 6)
    request(budget, 'y', 4)
    await settled()
    const [a1, a2, a3, b1, b2, c1] = ['a', 'a', 'a', 'b', 'b', 'c'].map((key) => request(budget, key, 1))
    await settled()
    expect({ a1, a2, a3, b1, b2, c1 }).toMatchObject({
      a1: { error: undefined },
      a2: { error: undefined },
      a3: { error: busy },
      b1: { error: undefined },
      b2: { error: undefined },
      c1: { error: busy },
    })
    expect(budget.waiting).toBe(4)
  })

  test('a wait ends after its limit', async () => {
    const budget = new Budget({ ...shared, waitMs: 20 })
    request(budget, 'a', 6)
    await settled()
    await expect(budget.reserve(5, { key: 'b' })).rejects.toMatchObject({
      code: 'busy',
      headers: { 'retry-after': '1' },
    })
    expect(budget).toMatchObject({ used: 6, waiting: 0 })
  })

  test('an aborted request leaves the queue, and the ones behind it are served', async () => {
    const budget = new Budget(shared)
    request(budget, 'a', 6)
    const abort = new AbortController()
    const aborted = request(budget, 'b', 5, abort.signal)
    const behind = request(budget, 'c', 4)
    await settled()
    expect(behind.isGranted).toBe(false)
    abort.abort(new Error('aborted'))
    await settled()
    expect(aborted.error).toMatchObject({ message: 'aborted' })
    expect(behind.isGranted).toBe(true)
    const abortedBefore = request(budget, 'd', 5, abort.signal)
    await settled()
    expect(abortedBefore.error).toMatchObject({ message: 'aborted' })
    expect(budget).toMatchObject({ used: 10, waiting: 0 })
  })

  test('work releases its reservation, however it ends', async () => {
    const budget = new Budget(shared)
    expect(await budget.hold(3, async () => budget.used, { key: 'a' })).toBe(3)
    await expect(budget.hold(3, () => Promise.reject(new Error('no')), { key: 'a' })).rejects.toThrow('no')
    expect(budget).toMatchObject({ used: 0, waiting: 0 })
  })
})
