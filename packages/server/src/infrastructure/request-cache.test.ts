import { expect, test } from 'vitest'
import { RequestValues } from './request-cache.ts'

test('each value is loaded once, and concurrent calls wait for it', async () => {
  const values = new RequestValues<string>()
  const owner = { cache: new Map() }
  const asked: (readonly number[])[] = []
  const load = async (ids: readonly number[]) => {
    asked.push(ids)
    await new Promise((resolve) => setImmediate(resolve))
    return new Map(ids.filter((id) => id !== 3).map((id) => [id, `value ${id}`]))
  }
  const found = await Promise.all([
    values.get(owner, [1, 2, 2], load),
    values.get(owner, [2, 3], load),
    values.get(owner, [], load),
  ])
  expect(found).toEqual([
    new Map([
      [1, 'value 1'],
      [2, 'value 2'],
    ]),
    new Map([[2, 'value 2']]),
    new Map(),
  ])
  await values.get(owner, [1, 3], load)
  expect(asked).toEqual([[1, 2], [3]])
  await values.get({ cache: new Map() }, [1], load)
  expect(asked).toHaveLength(3)
})

test('a failed load fails every call that waits for it', async () => {
  const values = new RequestValues<string>()
  const owner = { cache: new Map() }
  const load = async () => {
    throw new Error('no luck')
  }
  const calls = await Promise.allSettled([values.get(owner, [1, 2], load), values.get(owner, [2], load)])
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
