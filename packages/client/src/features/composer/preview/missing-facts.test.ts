import type { MarkupReference } from '@parley/shared/markup'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '../../../points/app.ts'
import { ApiError } from '../../../store/api-error.ts'
import { MissingFacts } from './missing-facts.ts'
import type { ReferenceSyntax } from './post-markup.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refer = (id: string): MarkupReference => ({ reference: 'user', id, source: `@${id}` })

function open(fetchFacts?: ReferenceSyntax['fetchFacts']) {
  const failures: string[] = []
  const app = { reportFailure: (extension: string) => failures.push(extension) } as unknown as App
  const batches: string[][] = []
  const syntax: ReferenceSyntax = {
    extension: 'people',
    ...(fetchFacts && {
      fetchFacts: (references, ...rest) => {
        batches.push(references.map(({ id }) => id))
        return fetchFacts(references, ...rest)
      },
    }),
  }
  const facts = new MissingFacts(app)
  const lack = (...ids: string[]) => facts.request(ids.map((id) => [refer(id), syntax]))
  return { facts, lack, batches, failures }
}

const settle = () => vi.runAllTimersAsync()

test('nothing is fetched for a syntax that fetches nothing', async () => {
  const { facts, lack } = open()
  lack('1')
  expect(vi.getTimerCount()).toBe(0)
  await settle()
  expect(facts.state).toBe(0)
})

test('what is missing is fetched once, when typing pauses, and the preview renders again', async () => {
  const { facts, lack, batches } = open(async () => {})
  lack('1')
  lack('1', '12')
  lack('12', '3')
  await settle()
  expect(batches).toEqual([['12', '3']])
  expect(facts.state).toBe(1)
  lack('12', '3')
  await settle()
  expect(batches).toHaveLength(1)
})

test('requests are bounded, each and together', async () => {
  const { lack, batches } = open(async () => {})
  lack(...Array.from({ length: 600 }, (_, index) => String(index)))
  await settle()
  expect(batches.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 50))
  lack('another')
  await settle()
  expect(batches).toHaveLength(10)
})

test('closing the preview aborts requests and fetches nothing more', async () => {
  const signals: AbortSignal[] = []
  const answer = Promise.withResolvers<void>()
  const { facts, lack } = open((_, __, signal) => {
    signals.push(signal)
    return answer.promise
  })
  lack('1')
  await settle()
  lack('2')
  facts.dispose()
  answer.resolve()
  await settle()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  expect(facts.state).toBe(0)
})

test('a failure of the extension is reported; a missing answer is not', async () => {
  for (const [error, expected] of [
    [new Error('broken'), ['people']],
    [new ApiError({ status: 0, url: '' }), []],
  ] as const) {
    const { facts, lack, failures } = open(() => Promise.reject(error))
    lack('1')
    await settle()
    expect(failures).toEqual(expected)
    expect(facts.state).toBe(0)
  }
})
