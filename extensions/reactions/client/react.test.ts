import { ApiError, type App } from '@parley/client'
import { expect, test } from 'vitest'
import { movedCounts, react } from './react.ts'

test('a reaction moves from one type to another, and no count goes below zero', () => {
  expect(movedCounts({ 1: 2, 5: 0 }, null, 5)).toEqual({ 1: 2, 5: 1 })
  expect(movedCounts({ 1: 2, 5: 0 }, 1, 5)).toEqual({ 1: 1, 5: 1 })
  expect(movedCounts({ 1: 2, 5: 0 }, 5, null)).toEqual({ 1: 2, 5: 0 })
  expect(movedCounts({ 1: 2 }, null, 7)).toEqual({ 1: 2, 7: 1 })
})

/** A page with one post, whose store leaves out answers to all but the last change. `answer` gets each reaction that is sent. */
function open(answer: (reaction: number | null) => Promise<object>) {
  let post: Record<string, unknown> = { reactionCounts: { 1: 1, 5: 0 }, userReactionIdentifier: null }
  let begun = 0
  const answerTo = new WeakMap<object, number>()
  const sent: (number | null)[] = []
  const errors: unknown[] = []
  const app = {
    userId: '2',
    forum: { ReactionConverts: [null, null, null] },
    alerts: { showError: (error: unknown) => errors.push(error) },
    store: {
      get: (type: string) => (type === 'posts' ? post : { identifier: 'heart' }),
      change(_type: string, _id: string, { attributes }: { attributes: object }) {
        const before = post
        const changed = { ...post, ...attributes }
        post = changed
        return () => {
          if (post === changed) post = before
        }
      },
      async write(_post: object, _changed: readonly string[], request: () => Promise<object>) {
        begun += 1
        const number = begun
        const document = await request()
        answerTo.set(document, number)
        return document
      },
      push(document: { data: { attributes: object } }) {
        if (answerTo.get(document) === begun) post = { ...post, ...document.data.attributes }
      },
    },
    api: {
      request: async (
        _path: string,
        { body }: { body: { data: { attributes: { reaction: number | null } } } },
      ) => {
        const { reaction } = body.data.attributes
        sent.push(reaction)
        return answer(reaction)
      },
    },
  } as unknown as App
  return { app, sent, errors, shown: () => post }
}

const answerWith = (reactionCounts: object, userReactionIdentifier: number | null) => ({
  data: { attributes: { reactionCounts, userReactionIdentifier } },
})

test('choices in a row are sent one after the other, and only the last answer is shown', async () => {
  const release: (() => void)[] = []
  const { app, sent, shown } = open(async (reaction) => {
    await new Promise<void>((resolve) => release.push(resolve))
    return answerWith({ 1: 1, 5: reaction === 5 ? 1 : 0 }, reaction)
  })
  const both = [react(app, '7', 5), react(app, '7', null)]
  expect(shown()).toMatchObject({ reactionCounts: { 1: 1, 5: 0 }, userReactionIdentifier: null })
  await expect.poll(() => sent).toEqual([5])
  release[0]?.()
  await expect.poll(() => sent).toEqual([5, null])
  expect(shown()).toMatchObject({ reactionCounts: { 1: 1, 5: 0 }, userReactionIdentifier: null })
  release[1]?.()
  await Promise.all(both)
  expect(shown()).toMatchObject({ reactionCounts: { 1: 1, 5: 0 }, userReactionIdentifier: null })
})

test('a choice that is refused is taken back, and told', async () => {
  const refusal = new ApiError({ status: 403, url: 'https://example.org/api/posts/8' })
  const { app, errors, shown } = open(() => Promise.reject(refusal))
  const choosing = react(app, '8', 5)
  expect(shown()).toMatchObject({ reactionCounts: { 1: 1, 5: 1 }, userReactionIdentifier: 5 })
  await choosing
  expect(shown()).toEqual({ reactionCounts: { 1: 1, 5: 0 }, userReactionIdentifier: null })
  expect(errors).toEqual([refusal])
})

test('choices in a row that are all refused leave what was there before the first one', async () => {
  const { app, errors, shown } = open(() => Promise.reject(new Error('no network')))
  await Promise.all([react(app, '9', 5), react(app, '9', 1)])
  expect(shown()).toEqual({ reactionCounts: { 1: 1, 5: 0 }, userReactionIdentifier: null })
  expect(errors).toHaveLength(2)
})
