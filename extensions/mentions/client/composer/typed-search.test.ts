import { expect, test, vi } from 'vitest'
import { TypedSearch } from './typed-search.ts'

function open(answers: Record<string, string[]>) {
  const ask = vi.fn(async (query: string) => answers[query] ?? [])
  const search = new TypedSearch(ask)
  return { ask, find: (typed: string) => search.find(typed) }
}

test('one character is not searched', async () => {
  const { ask, find } = open({ a: ['1'] })
  expect(await find('a')).toEqual([])
  expect(await find(' a ')).toEqual([])
  expect(ask).not.toHaveBeenCalled()
})

test('the same query is searched once, in any case', async () => {
  const { ask, find } = open({ ad: ['1', '2'] })
  expect(await find('ad')).toEqual(['1', '2'])
  expect(await find('Ad ')).toEqual(['1', '2'])
  expect(ask).toHaveBeenCalledOnce()
})

test('a longer query is searched only if the answer to a shorter one was not complete', async () => {
  const many = ['1', '2', '3', '4', '5']
  const { ask, find } = open({ ad: many, ada: ['6'], adam: ['7'] })
  await find('ad')
  expect(await find('ada')).toEqual(['6'])
  expect(await find('adam')).toEqual([])
  expect(ask.mock.calls.map(([query]) => query)).toEqual(['ad', 'ada'])
})

test('a search that fails is tried again', async () => {
  const ask = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(['1'])
  const search = new TypedSearch(ask)
  await expect(search.find('ad')).rejects.toThrow('offline')
  expect(await search.find('ad')).toEqual(['1'])
})

test('a query that is being searched is not searched again', async () => {
  const { ask, find } = open({ ad: ['1'] })
  expect(await Promise.all([find('ad'), find('ad')])).toEqual([['1'], ['1']])
  expect(ask).toHaveBeenCalledOnce()
})
