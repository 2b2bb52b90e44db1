import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api-error.ts'
import { Connection } from './connection.ts'
import { ChunkLoadError, loadChunk } from './load-chunk.ts'
import { retryUntilAnswered } from './persist.ts'

let isUp = true
let probes = 0

beforeEach(() => {
  isUp = true
  probes = 0
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    probes += 1
    if (!isUp) throw new TypeError('no network')
    return new Response(null, { headers: { 'X-Client-Build': 'b' } })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const connect = (build = 'b') => new Connection({ apiUrl: 'https://forum.example/api', build })

test('one failed request changes nothing; an unreachable forum is reported until it answers again', async () => {
  const connection = connect()
  connection.trackRequest()('unanswered')
  await connection.check()
  expect(connection.state.reach).toBe('online')
  isUp = false
  connection.trackRequest()('unanswered')
  await connection.check()
  expect(connection.state.reach).toBe('unreachable')
  await vi.advanceTimersByTimeAsync(10_000)
  const before = probes
  isUp = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(probes).toBe(before + 1)
  expect(connection.state.reach).toBe('online')
})

test('without a network the state is offline', async () => {
  const connection = connect()
  isUp = false
  vi.stubGlobal('navigator', { onLine: false })
  await connection.check()
  expect(connection.state.reach).toBe('offline')
})

test('a probe that fails while the network returns is repeated', async () => {
  const connection = connect()
  const network = { onLine: false }
  vi.stubGlobal('navigator', network)
  isUp = false
  await connection.check()
  const states: string[] = []
  connection.subscribe(() => states.push(connection.state.reach))
  const checking = connection.check()
  network.onLine = true
  isUp = true
  await Promise.all([checking, connection.check()])
  expect(states).toEqual(['online'])
})

test('a request without an answer after 10 seconds is slow', async () => {
  const connection = connect()
  const end = connection.trackRequest()
  await vi.advanceTimersByTimeAsync(9000)
  expect(connection.state.reach).toBe('online')
  await vi.advanceTimersByTimeAsync(2000)
  expect(connection.state.reach).toBe('slow')
  end(new Response())
  expect(connection.state.reach).toBe('online')
})

test('an answer of another build marks this page as outdated', async () => {
  const connection = connect('a')
  const headers = { 'X-Client-Build': 'a' }
  connection.trackRequest()(new Response(null, { headers }))
  expect(connection.state.isOutdated).toBe(false)
  const failing = connection.load(() => Promise.reject(new TypeError('Failed to fetch module')))
  await expect(failing).rejects.toBeInstanceOf(ChunkLoadError)
  await connection.check()
  expect(connection.state.isOutdated).toBe(true)
})

test('code that is missing or late is a ChunkLoadError, code that throws is not', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: https://forum.example/a.js')
  await expect(loadChunk(() => Promise.reject(missing))).rejects.toMatchObject({ type: 'missing' })
  const late = loadChunk(() => new Promise(() => {}))
  const refused = expect(late).rejects.toMatchObject({ name: 'ChunkLoadError', type: 'timeout' })
  await vi.advanceTimersByTimeAsync(120_000)
  await refused
  await expect(loadChunk(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('a failure of loading code says how to load it again', async () => {
  const connection = connect()
  let attempts = 0
  const code = async () => {
    attempts += 1
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module: /assets/a.js')
    return 'module'
  }
  const failure: unknown = await connection.load(code).catch((error) => error)
  expect(failure).toBeInstanceOf(ChunkLoadError)
  expect(await (failure as ChunkLoadError).code?.()).toBe('module')
  expect(probes).toBe(1)
})

test('retries a write until it is answered', async () => {
  const connection = connect()
  let retries = 0
  let attempts = 0
  const send = async () => {
    attempts += 1
    if (attempts < 3) throw new ApiError({ status: attempts === 1 ? 0 : 503, url: '' })
    return 'posted'
  }
  const { signal } = new AbortController()
  const sending = retryUntilAnswered(connection, send, { signal, onWaiting: () => (retries += 1) })
  await vi.advanceTimersByTimeAsync(3000)
  expect(await sending).toBe('posted')
  expect(retries).toBe(2)
})

test('waits while the forum is unreachable, and retries as soon as it answers', async () => {
  const connection = connect()
  isUp = false
  await connection.check()
  let attempts = 0
  const send = async () => {
    attempts += 1
    if (!isUp) throw new ApiError({ status: 0, url: '' })
    return 'posted'
  }
  const sending = retryUntilAnswered(connection, send, { signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(attempts).toBe(1)
  isUp = true
  await connection.check()
  expect(await sending).toBe('posted')
})

test('stops retrying when a retry is not allowed any more', async () => {
  const connection = connect()
  let attempts = 0
  const failure = new ApiError({ status: 0, url: '' })
  const send = () => {
    attempts += 1
    return Promise.reject(failure)
  }
  const { signal } = new AbortController()
  const mayRetry = () => attempts < 2
  const refused = expect(retryUntilAnswered(connection, send, { signal, mayRetry })).rejects.toBe(failure)
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  expect(attempts).toBe(2)
})

test('stops retrying after an answer, after the last attempt, and when the signal is aborted', async () => {
  const connection = connect()
  const { signal } = new AbortController()
  const refusal = new ApiError({ status: 422, url: '' })
  await expect(retryUntilAnswered(connection, () => Promise.reject(refusal), { signal })).rejects.toBe(
    refusal,
  )

  const failure = new ApiError({ status: 502, url: '' })
  const exhausted = expect(
    retryUntilAnswered(connection, () => Promise.reject(failure), { signal }),
  ).rejects.toBe(failure)
  await vi.advanceTimersByTimeAsync(60_000)
  await exhausted

  const controller = new AbortController()
  const aborted = expect(
    retryUntilAnswered(connection, () => Promise.reject(failure), { signal: controller.signal }),
  ).rejects.toBe(failure)
  await vi.advanceTimersByTimeAsync(100)
  controller.abort()
  await aborted
})
