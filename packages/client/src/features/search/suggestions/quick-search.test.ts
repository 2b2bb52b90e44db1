import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QuickSearch } from './quick-search.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a search whose requests the test answers. */
function open() {
  const requests: {
    text: string
    answer: (results: string) => void
    fail: () => void
    signal: AbortSignal
  }[] = []
  const search = new QuickSearch<string>(
    (text, signal) =>
      new Promise((resolve, reject) =>
        requests.push({ text, signal, answer: resolve, fail: () => reject(new Error('offline')) }),
      ),
  )
  return { search, requests }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

test('a text of three or more characters is searched in lower case once typing pauses', async () => {
  const { search, requests } = open()
  for (const text of ['C', 'Co', 'Cou', 'Couc']) {
    search.setText(text)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(requests).toEqual([])
  expect(search.state.isLoading).toBe(true)
  await vi.advanceTimersByTimeAsync(150)
  expect(requests.map(({ text }) => text)).toEqual(['couc'])
  requests[0]?.answer('found')
  await settled()
  expect(search.state).toEqual({ text: 'couc', results: 'found', isLoading: false, hasFailed: false })
  search.setText('Co')
  expect(search.state).toEqual({ text: '', results: undefined, isLoading: false, hasFailed: false })
})

test('one character is enough in scripts where it can be a word', async () => {
  const { search, requests } = open()
  search.setText('本')
  await vi.advanceTimersByTimeAsync(250)
  expect(requests.map(({ text }) => text)).toEqual(['本'])
})

test('responses for an older text are ignored, and the last results stay until the next ones', async () => {
  const { search, requests } = open()
  search.setText('first')
  await vi.advanceTimersByTimeAsync(250)
  requests[0]?.answer('1')
  await settled()
  search.setText('second')
  await vi.advanceTimersByTimeAsync(250)
  search.setText('third')
  expect(requests[1]?.signal.aborted).toBe(true)
  requests[1]?.answer('2')
  await settled()
  expect(search.state).toMatchObject({ text: 'first', results: '1', isLoading: true })
  await vi.advanceTimersByTimeAsync(250)
  requests[2]?.answer('3')
  await settled()
  expect(search.state).toMatchObject({ text: 'third', results: '3', isLoading: false })
})

test('results are cached for five minutes', async () => {
  const { search, requests } = open()
  search.setText('first')
  await vi.advanceTimersByTimeAsync(250)
  requests[0]?.answer('1')
  await settled()
  search.setText('')
  search.setText('FIRST ')
  expect(search.state).toMatchObject({ text: 'first', results: '1', isLoading: false })
  await vi.advanceTimersByTimeAsync(300_000)
  search.setText('')
  search.setText('first')
  await vi.advanceTimersByTimeAsync(250)
  expect(requests.length).toBe(2)
})

test('a failed search can be retried', async () => {
  const { search, requests } = open()
  search.setText('first')
  await vi.advanceTimersByTimeAsync(250)
  requests[0]?.fail()
  await settled()
  expect(search.state).toMatchObject({ isLoading: false, hasFailed: true })
  void search.retry()
  expect(search.state).toMatchObject({ isLoading: true, hasFailed: false })
  requests[1]?.answer('1')
  await settled()
  expect(search.state).toMatchObject({ text: 'first', results: '1', hasFailed: false })
})
