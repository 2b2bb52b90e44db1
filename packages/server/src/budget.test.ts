import { describe, expect, test } from 'vitest'
import { Budget } from './budget.ts'

const options = { total: 10, perKey: 6, waiting: { total: 4, perKey: 2 }, waitMs: 60_000 }
const overloaded = { code: 'overloaded', status: 503, headers: { 'retry-after': '60' } }

/** Takes, and tells whether that has happened yet. */
function taking(budget: Budget, key: string, amount: number, signal?: AbortSignal) {
  const taken = { isTaken: false, giveBack: () => {}, error: undefined as unknown }
  budget.take(key, amount, signal).then(
    (giveBack) => Object.assign(taken, { isTaken: true, giveBack }),
    (error: unknown) => Object.assign(taken, { error }),
  )
  return taken
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a budget', () => {
  test('is never taken beyond what there is, and others wait in order', async () => {
    const budget = new Budget(options)
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
    expect(budget.load).toEqual({ taken: 6, waiting: 0 })
  })

  test('a key that has used up its share holds up no other key', async () => {
    const budget = new Budget(options)
    const first = taking(budget, 'a', 6)
    const more = taking(budget, 'a', 1)
    const other = taking(budget, 'b', 3)
    await settled()
    expect([first, more, other].map(({ isTaken }) => isTaken)).toEqual([true, false, true])
    first.giveBack()
    first.giveBack()
    await settled()
    expect(more.isTaken).toBe(true)
    expect(budget.load).toEqual({ taken: 4, waiting: 0 })
  })

  test('more than a key may have counts as all of it', async () => {
    const budget = new Budget(options)
    const all = taking(budget, 'a', 100)
    await settled()
    expect(budget.load.taken).toBe(6)
    all.giveBack()
    expect(budget.load.taken).toBe(0)
  })

  test('too many who wait are refused, under one key and in all', async () => {
    const budget = new Budget(options)
    taking(budget, 'x', 6)
    taking(budget, 'y', 4)
    await settled()
    const waiting = ['a', 'a', 'a', 'b', 'b', 'c'].map((key) => taking(budget, key, 1))
    await settled()
    expect(waiting.map(({ error }) => error !== undefined)).toEqual([false, false, true, false, false, true])
    expect(waiting[2]?.error).toMatchObject(overloaded)
    expect(waiting[5]?.error).toMatchObject(overloaded)
    expect(budget.load.waiting).toBe(4)
  })

  test('the wait ends, and those behind go on', async () => {
    const budget = new Budget({ ...options, waitMs: 20 })
    taking(budget, 'a', 6)
    await settled()
    await expect(budget.take('b', 5)).rejects.toMatchObject({
      code: 'overloaded',
      headers: { 'retry-after': '1' },
    })
    expect(budget.load).toEqual({ taken: 6, waiting: 0 })
  })

  test('one that goes away makes room for those behind it', async () => {
    const budget = new Budget(options)
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
    expect(budget.load).toEqual({ taken: 10, waiting: 0 })
  })

  test('work gives back what it took, however it ends', async () => {
    const budget = new Budget(options)
    expect(await budget.run('a', 3, async () => budget.load.taken)).toBe(3)
    await expect(budget.run('a', 3, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(budget.load).toEqual({ taken: 0, waiting: 0 })
  })
})
