import { expect, test } from 'vitest'
import type { ComposerExtension, ComposerStep } from '../../../points/composer/composer-extension.ts'
import { ApiError } from '../../../store/api-error.ts'
import { openApp } from '../open-app.ts'
import { prepareSubmission } from './prepare-submission.ts'

async function prepare(steps: Record<string, ComposerStep>, others: ComposerExtension = {}) {
  const opened = await openApp({ ...others, steps })
  await opened.composer.open({ kind: 'discussion' })
  opened.composer.change({ title: 'Quay', content: 'Hello' })
  const controller = new AbortController()
  return { ...opened, controller, result: prepareSubmission(opened.app, controller.signal) }
}

test('without steps nothing is added', async () => {
  const { result } = await prepare({})
  expect(await result).toEqual({ attributes: {}, relationships: {} })
})

test('steps run in order, see what others changed, and add to the request', async () => {
  const { result, composer } = await prepare({
    first: ({ change }) => {
      change({ content: 'Hello there' })
      return { attributes: { tone: 'calm', pace: 'slow' } }
    },
    second: async ({ fields }) => ({
      attributes: { tone: fields.content },
      relationships: { labels: { data: [{ type: 'labels', id: '1' }] } },
    }),
  })
  expect(await result).toEqual({
    attributes: { tone: 'Hello there', pace: 'slow' },
    relationships: { labels: { data: [{ type: 'labels', id: '1' }] } },
  })
  expect(composer.state.fields.content).toBe('Hello there')
})

test('a step cancels, and later ones do not run', async () => {
  const calls: string[] = []
  const { result } = await prepare({ stop: () => 'cancel', later: () => void calls.push('later') })
  expect(await result).toBeUndefined()
  expect(calls).toEqual([])
})

test('a step that never ends can be cancelled; the text stays, and the step changes it no more', async () => {
  let change: (() => void) | undefined
  const { result, controller, composer } = await prepare({
    endless: (context) => {
      change = () => context.change({ content: 'late' })
      return new Promise(() => {})
    },
  })
  controller.abort()
  expect(await result).toBeUndefined()
  change?.()
  expect(composer.state).toMatchObject({ fields: { title: 'Quay', content: 'Hello' }, draft: 'saved' })
})

test('a step that throws is reported, a refusal by the server is not; the text stays', async () => {
  for (const [error, expected] of [
    [new Error('broken'), ['odd']],
    [new ApiError({ status: 422, url: '' }), []],
  ] as const) {
    const { result, failures, composer } = await prepare({
      fail: () => {
        throw error
      },
    })
    await expect(result).rejects.toBe(error)
    expect(failures).toEqual(expected)
    expect(composer.state).toMatchObject({ fields: { content: 'Hello' }, draft: 'saved', isSending: false })
  }
})
