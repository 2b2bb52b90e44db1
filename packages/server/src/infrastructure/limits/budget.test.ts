import { describe, expect, test } from 'vitest'
import { ForumError } from '../errors.ts'
import { Budget, type BudgetOptions, type Reservation } from './budget.ts'

const budgetOf = (total: number, options: Partial<BudgetOptions> = {}) =>
  new Budget({ total, waiting: { total: 10 }, waitMs: 60_000, ...options })

test('what is free is taken at once', () => {
  const budget = budgetOf(10)
  const reservation = budget.reserve(4)
  expect(reservation).not.toBeInstanceOf(Promise)
  expect(budget.used).toBe(4)
  const given = reservation as Reservation
  given.release()
  given.release()
  expect(budget.used).toBe(0)
})

test('those who wait are served in turn, also behind one who wants much', async () => {
  const budget = budgetOf(10)
  const first = await budget.reserve(6)
  const order: string[] = []
  const large = Promise.resolve(budget.reserve(8)).then((given) => {
    order.push('large')
    return given
  })
  const small = Promise.resolve(budget.reserve(1)).then(() => order.push('small'))
  expect([budget.used, budget.waiting]).toEqual([6, 2])
  first.release()
  await Promise.all([large, small])
  expect([order, budget.used, budget.highest]).toEqual([['large', 'small'], 9, 9])
})

test('more than there is takes everything and goes alone', async () => {
  const budget = budgetOf(10)
  const all = await budget.reserve(1000)
  expect(budget.used).toBe(10)
  const next = budget.reserve(1)
  expect(budget.waiting).toBe(1)
  all.release()
  await next
  expect(budget.used).toBe(1)
})

test('an amount changes as it becomes known', async () => {
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

test('who has waited too long is told when to come back, and the next ones are served', async () => {
  const budget = budgetOf(10, { waitMs: 20 })
  await budget.reserve(6)
  const large = budget.reserve(8)
  const small = budget.reserve(4)
  const error = await Promise.resolve(large).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ForumError)
  const { status, code, headers } = error as ForumError
  expect([status, code, headers]).toEqual([503, 'busy', { 'retry-after': '1' }])
  await small
  expect([budget.used, budget.waiting]).toEqual([10, 0])
})

test('where the queue is full, the next ones are refused at once', async () => {
  const budget = budgetOf(10, { waiting: { total: 1 } })
  const first = await budget.reserve(10)
  const second = budget.reserve(1)
  expect(() => budget.reserve(1)).toThrow('busy')
  first.release()
  await second
  expect([budget.used, budget.waiting]).toEqual([1, 0])
})

test('work that fails gives back what it held', async () => {
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

/** Takes, and tells whether that has happened yet. */
function taking(budget: Budget, key: string, amount: number, signal?: AbortSignal) {
  const taken = { isTaken: false, giveBack: () => {}, error: undefined as unknown }
  const reserve = async () => budget.reserve(amount, { key, signal })
  reserve().then(
    ({ release }) => Object.assign(taken, { isTaken: true, giveBack: release }),
    (error: unknown) => Object.assign(taken, { error }),
  )
  return taken
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a budget that keys share', () => {
  test('is never taken beyond what there is, and others wait in order', async () => {
    const budget = new Budget(shared)
    const first = taking(budget, 'a', 6)
    const second = taking(budget, 'b', 4)
    const third = taking(budget, 'c', 5)
    const fourth = taking(budget, 'd', 1)
    await settled()
    expect([first, second, third, fourth].map(({ isTaken }) => isTaken)).toEqual([true, true, false, false])
    second.giveBack()
    await settled()
    // There is room for the small one, which came later than the large one.
    expect([third.isTaken, fourth.isTaken]).toEqual([false, false])
    first.giveBack()
    await settled()
    expect([third.isTaken, fourth.isTaken]).toEqual([true, true])
    expect(budget).toMatchObject({ used: 6, waiting: 0 })
  })

  test('a key that has used up its share holds up no other key', async () => {
    const budget = new Budget(shared)
    const first = taking(budget, 'a', 6)
    const more = taking(budget, 'a', 1)
    const other = taking(budget, 'b', 3)
    await settled()
    expect([first, more, other].map(({ isTaken }) => isTaken)).toEqual([true, false, true])
    first.giveBack()
    first.giveBack()
    await settled()
    expect(more.isTaken).toBe(true)
    expect(budget).toMatchObject({ used: 4, waiting: 0 })
  })

  test('more than a key may have counts as all of it', async () => {
    const budget = new Budget(shared)
    const all = taking(budget, 'a', 100)
    await settled()
    expect(budget.used).toBe(6)
    all.giveBack()
    expect(budget.used).toBe(0)
  })

  test('too many who wait are refused, under one key and in all', async () => {
    const budget = new Budget(shared)
    taking(budget, 'x', 6)
    taking(budget, 'y', 4)
    await settled()
    const waiting = ['a', 'a', 'a', 'b', 'b', 'c'].map((key) => taking(budget, key, 1))
    await settled()
    expect(waiting.map(({ error }) => error !== undefined)).toEqual([false, false, true, false, false, true])
    expect(waiting[2]?.error).toMatchObject(busy)
    expect(waiting[5]?.error).toMatchObject(busy)
    expect(budget.waiting).toBe(4)
  })

  test('the wait ends, and those behind go on', async () => {
    const budget = new Budget({ ...shared, waitMs: 20 })
    taking(budget, 'a', 6)
    await settled()
    await expect(budget.reserve(5, { key: 'b' })).rejects.toMatchObject({
      code: 'busy',
      headers: { 'retry-after': '1' },
    })
    expect(budget).toMatchObject({ used: 6, waiting: 0 })
  })

  test('one that goes away makes room for those behind it', async () => {
    const budget = new Budget(shared)
    taking(budget, 'a', 6)
    const gone = new AbortController()
    const left = taking(budget, 'b', 5, gone.signal)
    const behind = taking(budget, 'c', 4)
    await settled()
    expect(behind.isTaken).toBe(false)
    gone.abort(new Error('gone'))
    await settled()
    expect(left.error).toMatchObject({ message: 'gone' })
    expect(behind.isTaken).toBe(true)
    const already = taking(budget, 'd', 5, gone.signal)
    await settled()
    expect(already.error).toMatchObject({ message: 'gone' })
    expect(budget).toMatchObject({ used: 10, waiting: 0 })
  })

  test('work gives back what it took, however it ends', async () => {
    const budget = new Budget(shared)
    expect(await budget.hold(3, async () => budget.used, { key: 'a' })).toBe(3)
    await expect(budget.hold(3, () => Promise.reject(new Error('no')), { key: 'a' })).rejects.toThrow('no')
    expect(budget).toMatchObject({ used: 0, waiting: 0 })
  })
})
