import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QuickSearch } from './quick-search.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A search whose answers come when they are told to. */
function open() {
  const asked: { text: string; answer: (results: string) => void; fail: () => void; signal: AbortSignal }[] =
    []
  const search = new QuickSearch<string>(
    (text, signal) =>
      new Promise((resolve, reject) =>
        asked.push({ text, signal, answer: resolve, fail: () => reject(new Error('offline')) }),
      ),
  )
  return { search, asked }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

test('a text is looked for once typing pauses, in lower case, from three characters on', async () => {
  const { search, asked } = open()
  for (const text of ['C', 'Co', 'Cou', 'Couc']) {
    search.setText(text)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked).toEqual([])
  expect(search.state.isLoading).toBe(true)
  await vi.advanceTimersByTimeAsync(150)
  expect(asked.map(({ text }) => text)).toEqual(['couc'])
  asked[0]?.answer('found')
  await settled()
  expect(search.state).toEqual({ text: 'couc', results: 'found', isLoading: false, hasFailed: false })
  search.setText('Co')
  expect(search.state).toEqual({ text: '', results: undefined, isLoading: false, hasFailed: false })
})

test('one character is enough where it can be a word', async () => {
  const { search, asked } = open()
  search.setText('本')
  await vi.advanceTimersByTimeAsync(250)
  expect(asked.map(({ text }) => text)).toEqual(['本'])
})

test('the answer to an older text never shows, and what was found stays until the next', async () => {
  const { search, asked } = open()
  search.setText('first')
  await vi.advanceTimersByTimeAsync(250)
  asked[0]?.answer('1')
  await settled()
  search.setText('second')
  await vi.advanceTimersByTimeAsync(250)
  search.setText('third')
  expect(asked[1]?.signal.aborted).toBe(true)
  asked[1]?.answer('2')
  await settled()
  expect(search.state).toMatchObject({ text: 'first', results: '1', isLoading: true })
  await vi.advanceTimersByTimeAsync(250)
  asked[2]?.answer('3')
  await settled()
  expect(search.state).toMatchObject({ text: 'third', results: '3', isLoading: false })
})

test('a text that was looked for is not asked for again for a while', async () => {
  const { search, asked } = open()
  search.setText('first')
  await vi.advanceTimersByTimeAsync(250)
  asked[0]?.answer('1')
  await settled()
  search.setText('')
  search.setText('FIRST ')
  expect(search.state).toMatchObject({ text: 'first', results: '1', isLoading: false })
  await vi.advanceTimersByTimeAsync(300_000)
  search.setText('')
  search.setText('first')
  await vi.advanceTimersByTimeAsync(250)
  expect(asked.length).toBe(2)
})

test('a failure can be tried again', async () => {
  const { search, asked } = open()
  search.setText('first')
  await vi.advanceTimersByTimeAsync(250)
  asked[0]?.fail()
  await settled()
  expect(search.state).toMatchObject({ isLoading: false, hasFailed: true })
  void search.retry()
  expect(search.state).toMatchObject({ isLoading: true, hasFailed: false })
  asked[1]?.answer('1')
  await settled()
  expect(search.state).toMatchObject({ text: 'first', results: '1', hasFailed: false })
})
