import type { App } from '@parley/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LinkPreviewAnswer } from '../shared.ts'
import { forgetWhenHidden, Previews } from './previews.ts'

interface Call {
  path: string
  urls: string[]
  answer(answers: unknown): Promise<void>
  fail(): Promise<void>
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const page = (title: string) => ({ title }) as LinkPreviewAnswer
const addressOf = (number: number) => `https://site${number}.example/`

function open(inBatches = true) {
  const calls: Call[] = []
  const request = (path: string, { body }: { body?: { urls: string[] } }) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const settle = () => vi.advanceTimersByTimeAsync(0)
    calls.push({
      path,
      urls: body?.urls ?? [],
      answer(answers) {
        resolve(answers)
        return settle() as never
      },
      fail() {
        reject(new Error('429'))
        return settle() as never
      },
    })
    return promise
  }
  const previews = new Previews({ request } as unknown as App['api'], inBatches)
  const shown: [string, LinkPreviewAnswer][] = []
  const ask = (address: string) => previews.ask(address, (answer) => shown.push([address, answer]))
  return { previews, calls, shown, ask }
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('cards that come within 50 ms are asked for together, each address once, and get their answers by address', async () => {
  const { ask, calls, shown } = open()
  ask('https://a.example/')
  await wait(40)
  ask('https://b.example/')
  ask('https://a.example/')
  expect(calls).toEqual([])
  await wait(10)
  expect(calls.map(({ path, urls }) => [path, urls])).toEqual([
    ['/datlechin-link-preview/batch', ['https://a.example/', 'https://b.example/']],
  ])
  await calls[0]?.answer({ 'https://b.example/': page('B'), 'https://a.example/': page('A') })
  expect(shown).toEqual([
    ['https://a.example/', page('A')],
    ['https://a.example/', page('A')],
    ['https://b.example/', page('B')],
  ])
})

test('a batch has at most 50 addresses', async () => {
  const { ask, calls } = open()
  for (let number = 0; number < 120; number++) ask(addressOf(number))
  await wait(50)
  expect(calls.map(({ urls }) => urls.length)).toEqual([50, 50, 20])
})

test('without batches each address has a request, four at a time', async () => {
  const { ask, calls, shown } = open(false)
  for (let number = 0; number < 6; number++) ask(addressOf(number))
  await wait(50)
  expect(calls.map(({ path }) => path)).toEqual(
    [0, 1, 2, 3].map((number) => `/datlechin-link-preview?url=${encodeURIComponent(addressOf(number))}`),
  )
  await calls[1]?.answer(page('One'))
  expect(shown).toEqual([[addressOf(1), page('One')]])
  expect(calls).toHaveLength(5)
})

test('an answer is kept: later cards of its address show it at once', async () => {
  const { ask, calls, previews, shown } = open()
  ask('https://a.example/')
  expect(previews.isAsked('https://a.example/')).toBe(true)
  await wait(50)
  ask('https://a.example/')
  await calls[0]?.answer({ 'https://a.example/': page('A') })
  ask('https://a.example/')
  await wait(50)
  expect(shown).toHaveLength(3)
  expect(calls).toHaveLength(1)
})

test('a failed request, and an address without an answer, are failures that are not asked for again', async () => {
  const { ask, calls, shown } = open()
  ask('https://a.example/')
  await wait(50)
  await calls[0]?.fail()
  ask('https://b.example/')
  await wait(50)
  await calls[1]?.answer({})
  ask('https://a.example/')
  await wait(1000)
  expect(shown.map(([address, answer]) => [address, 'error' in answer])).toEqual([
    ['https://a.example/', true],
    ['https://b.example/', true],
    ['https://a.example/', true],
  ])
  expect(calls).toHaveLength(2)
})

test('a card that is gone is not asked for, and gets no answer', async () => {
  const { ask, calls, shown, previews } = open()
  ask('https://a.example/')()
  const forgo = ask('https://b.example/')
  await wait(50)
  expect(calls.map(({ urls }) => urls)).toEqual([['https://b.example/']])
  expect(previews.isAsked('https://a.example/')).toBe(false)
  forgo()
  await calls[0]?.answer({ 'https://b.example/': page('B') })
  expect(shown).toEqual([])
})

test('answers are forgotten whenever the page becomes hidden', async () => {
  const { ask, calls, previews } = open()
  const target = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  forgetWhenHidden(previews, target as Document)
  const change = (visibilityState: string) => {
    Object.assign(target, { visibilityState })
    target.dispatchEvent(new Event('visibilitychange'))
  }
  ask('https://a.example/')
  await wait(50)
  await calls[0]?.answer({ 'https://a.example/': page('A') })
  change('visible')
  expect(previews.isAsked('https://a.example/')).toBe(true)
  change('hidden')
  expect(previews.isAsked('https://a.example/')).toBe(false)
  ask('https://a.example/')
  await wait(50)
  expect(calls).toHaveLength(2)
})
