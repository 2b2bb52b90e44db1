import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api-error.ts'
import { Connection } from './connection.ts'
import { ChunkLoadError, loadChunk } from './load-chunk.ts'
import { persist } from './persist.ts'

let isUp = true
let looks = 0

beforeEach(() => {
  isUp = true
  looks = 0
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    looks += 1
    if (!isUp) throw new TypeError('no network')
    return new Response(null, { headers: { 'X-Client-Build': 'b' } })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const connect = (build = 'b') => new Connection({ apiUrl: 'https://forum.example/api', build })

test('one broken request is no news; a forum that is away is, until it is back', async () => {
  const connection = connect()
  connection.begin()('unanswered')
  await connection.check()
  expect(connection.state.reach).toBe('online')
  isUp = false
  connection.begin()('unanswered')
  await connection.check()
  expect(connection.state.reach).toBe('unreachable')
  await vi.advanceTimersByTimeAsync(10_000)
  const before = looks
  isUp = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(looks).toBe(before + 1)
  expect(connection.state.reach).toBe('online')
})

test('without a network it is the browser that is offline', async () => {
  const connection = connect()
  isUp = false
  vi.stubGlobal('navigator', { onLine: false })
  await connection.check()
  expect(connection.state.reach).toBe('offline')
})

test('an answer that is long in coming is slow', async () => {
  const connection = connect()
  const end = connection.begin()
  await vi.advanceTimersByTimeAsync(9000)
  expect(connection.state.reach).toBe('online')
  await vi.advanceTimersByTimeAsync(2000)
  expect(connection.state.reach).toBe('slow')
  end(new Response())
  expect(connection.state.reach).toBe('online')
})

test('an answer of another version says that this one is old', async () => {
  const connection = connect('a')
  const headers = { 'X-Client-Build': 'a' }
  connection.begin()(new Response(null, { headers }))
  expect(connection.state.isOutdated).toBe(false)
  const failing = connection.load(() => Promise.reject(new TypeError('Failed to fetch module')))
  await expect(failing).rejects.toBeInstanceOf(ChunkLoadError)
  await connection.check()
  expect(connection.state.isOutdated).toBe(true)
})

test('code that is not there, or does not come in time, is told apart from code that fails', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: https://forum.example/a.js')
  await expect(loadChunk(() => Promise.reject(missing))).rejects.toMatchObject({ type: 'missing' })
  const late = loadChunk(() => new Promise(() => {}))
  const refused = expect(late).rejects.toMatchObject({ name: 'ChunkLoadError', type: 'timeout' })
  await vi.advanceTimersByTimeAsync(120_000)
  await refused
  await expect(loadChunk(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('a write goes on until it is answered', async () => {
  const connection = connect()
  let waits = 0
  let attempts = 0
  const send = async () => {
    attempts += 1
    if (attempts < 3) throw new ApiError({ status: attempts === 1 ? 0 : 503, url: '' })
    return 'posted'
  }
  const { signal } = new AbortController()
  const sending = persist(connection, send, { signal, onWaiting: () => (waits += 1) })
  await vi.advanceTimersByTimeAsync(3000)
  expect(await sending).toBe('posted')
  expect(waits).toBe(2)
})

test('while the forum is away it waits, and goes on as soon as it is back', async () => {
  const connection = connect()
  isUp = false
  await connection.check()
  let attempts = 0
  const send = async () => {
    attempts += 1
    if (!isUp) throw new ApiError({ status: 0, url: '' })
    return 'posted'
  }
  const sending = persist(connection, send, { signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(attempts).toBe(1)
  isUp = true
  await connection.check()
  expect(await sending).toBe('posted')
})

test('it ends with an answer, after some attempts, and when nobody wants to wait', async () => {
  const connection = connect()
  const { signal } = new AbortController()
  const refusal = new ApiError({ status: 422, url: '' })
  await expect(persist(connection, () => Promise.reject(refusal), { signal })).rejects.toBe(refusal)

  const failure = new ApiError({ status: 502, url: '' })
  const givenUp = expect(persist(connection, () => Promise.reject(failure), { signal })).rejects.toBe(failure)
  await vi.advanceTimersByTimeAsync(60_000)
  await givenUp

  const stop = new AbortController()
  const stopped = expect(
    persist(connection, () => Promise.reject(failure), { signal: stop.signal }),
  ).rejects.toBe(failure)
  await vi.advanceTimersByTimeAsync(100)
  stop.abort()
  await stopped
})
