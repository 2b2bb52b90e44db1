import { expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import { bestMatches } from './best-matches.ts'

/** A forum whose index knows which ids have which word. */
function contextWith(index: Readonly<Record<string, readonly number[]>>) {
  const find = vi.fn(
    async (_db: unknown, words: readonly string[], { limit, below = Infinity }: Record<string, number>) =>
      words.map((word) =>
        (index[word] ?? [])
          .filter((id) => id < below)
          .sort((a, b) => b - a)
          .slice(0, limit),
      ),
  )
  const database = { dialect: { fullText: { find } }, aside: undefined }
  return { find, context: { forum: { database } } as unknown as Context }
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

test('of equal ones the newest, and no more is read than that needs', async () => {
  const { find, context } = contextWith({ common: range(1, 1000) })
  const load = async (ids: readonly number[]) => ids.map((id) => ({ id }))
  const matches = await bestMatches(context, { index: 'posts', words: ['common'], limit: 10, load })
  expect(matches.map(({ row }) => row.id)).toEqual(range(991, 1000).reverse())
  expect(find).toHaveBeenCalledOnce()
})

test('what others stood before is looked at once those turn out not to count', async () => {
  const { context } = contextWith({ common: range(1, 1000), rare: range(1, 20) })
  const load = async (ids: readonly number[]) => ids.filter((id) => id <= 20).map((id) => ({ id }))
  const words = ['common', 'rare']
  const matches = await bestMatches(context, { index: 'posts', words, limit: 10, load })
  expect(matches.map(({ row }) => row.id)).toEqual(range(11, 20).reverse())
})

test('a rare word says more than a common one', async () => {
  const { context } = contextWith({ common: range(1, 1000), rare: [7] })
  const load = async (ids: readonly number[]) => ids.map((id) => ({ id }))
  const words = ['common', 'rare']
  const matches = await bestMatches(context, { index: 'posts', words, limit: 10, load })
  expect(matches[0]?.row.id).toBe(7)
})
