import { expect, test, vi } from 'vitest'
import type { App } from '../../points/app.ts'
import type { EnhancePost } from '../../points/pages/rendered-posts.ts'
import type { StoreRecord } from '../../store/record.ts'
import { enhancePost } from './enhance-post.ts'

const text = {} as HTMLElement
const post = { type: 'posts', id: '1', relationships: {} } as StoreRecord<'posts'>

function open(...enhancements: (EnhancePost | Error)[]) {
  const failed: string[] = []
  const renderedPosts = enhancements.map((enhance, index) => ({
    extension: `e${index}`,
    value: async () => {
      if (enhance instanceof Error) throw enhance
      return { default: enhance }
    },
  }))
  const connection = { load: (code: () => Promise<unknown>) => code() }
  const app = { renderedPosts, connection, reportFailure: (id: string) => failed.push(id) } as unknown as App
  return { app, failed, begin: () => enhancePost(text, { app, post, isPreview: false }) }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('nothing happens to a text by default', async () => {
  const { begin, failed } = open()
  begin()()
  await settle()
  expect(failed).toEqual([])
})

test('an enhancement gets the text and the post, at once when its code is there, and ends with the text', async () => {
  const end = vi.fn()
  const enhance = vi.fn<EnhancePost>(() => end)
  const { app, begin } = open(enhance)
  const endFirst = begin()
  await settle()
  expect(enhance).toHaveBeenCalledExactlyOnceWith(text, { app, post, isPreview: false })
  endFirst()
  expect(end).toHaveBeenCalledOnce()
  begin()
  expect(enhance).toHaveBeenCalledTimes(2)
})

test('a text that is gone before the code is there is left alone', async () => {
  const enhance = vi.fn<EnhancePost>()
  const { begin } = open(enhance)
  begin()()
  await settle()
  expect(enhance).not.toHaveBeenCalled()
})

test('errors of one extension, in its code or at the end, are reported and hurt no other', async () => {
  const fail = () => {
    throw new Error('broken')
  }
  const end = vi.fn()
  const { begin, failed } = open(
    new Error('no module'),
    fail,
    () => fail,
    () => end,
  )
  const endAll = begin()
  await settle()
  expect(failed.toSorted()).toEqual(['e0', 'e1'])
  endAll()
  expect(end).toHaveBeenCalledOnce()
  expect(failed.toSorted()).toEqual(['e0', 'e1', 'e2'])
})
