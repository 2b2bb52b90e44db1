import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError } from '../store/connection/load-chunk.ts'
import { Alerts, offerUndo } from './alerts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const contents = (alerts: Alerts) => alerts.state.map(({ content }) => content)

test('alerts with a timeout are dismissed after it, others stay', () => {
  const alerts = new Alerts((key) => key)
  alerts.show('stays')
  alerts.show('goes', { timeout: 5000 })
  vi.advanceTimersByTime(4999)
  expect(contents(alerts)).toEqual(['stays', 'goes'])
  vi.advanceTimersByTime(1)
  expect(contents(alerts)).toEqual(['stays'])
})

test('pausing stops auto-dismiss; resuming restarts each full timeout', () => {
  const alerts = new Alerts((key) => key)
  alerts.show('before', { timeout: 5000 })
  vi.advanceTimersByTime(4000)
  alerts.pause()
  alerts.show('meanwhile', { timeout: 6000 })
  vi.advanceTimersByTime(60_000)
  expect(contents(alerts)).toEqual(['before', 'meanwhile'])
  alerts.resume()
  vi.advanceTimersByTime(5000)
  expect(contents(alerts)).toEqual(['meanwhile'])
  vi.advanceTimersByTime(1000)
  expect(contents(alerts)).toEqual([])
})

test('dismissing the last alert ends the pause', () => {
  const alerts = new Alerts((key) => key)
  const id = alerts.show('first', { timeout: 5000 })
  alerts.pause()
  alerts.dismiss(id)
  alerts.show('second', { timeout: 5000 })
  vi.advanceTimersByTime(5000)
  expect(contents(alerts)).toEqual([])
})

test('an alert with an undo goes away by itself; only the newest three stay', () => {
  const alerts = new Alerts((key) => key)
  const undo = () => {}
  for (const content of ['first', 'second', 'third', 'fourth']) alerts.show(content, { undo })
  expect(contents(alerts)).toEqual(['second', 'third', 'fourth'])
  vi.advanceTimersByTime(9999)
  expect(alerts.state).toHaveLength(3)
  vi.advanceTimersByTime(1)
  expect(alerts.state).toEqual([])
})

test('a new alert takes the place of one that goes away by itself, of one with an undo last', () => {
  const alerts = new Alerts((key) => key)
  alerts.show('stays')
  alerts.show('hidden', { undo: () => {} })
  alerts.show('posted', { timeout: 5000 })
  alerts.show('hidden, too', { undo: () => {} })
  expect(contents(alerts)).toEqual(['stays', 'hidden', 'hidden, too'])
  alerts.show('offline')
  alerts.show('refused')
  expect(contents(alerts)).toEqual(['stays', 'offline', 'refused'])
  alerts.show('another')
  expect(contents(alerts)).toEqual(['stays', 'offline', 'refused', 'another'])
})

test('trying again loads the missing code first; on a second load of the document it is gone', () => {
  vi.stubGlobal('window', { location: new URL('http://localhost/') })
  const loaded: unknown[] = []
  const alerts = new Alerts(
    (key) => key,
    (error, retry) => {
      loaded.push(error)
      retry()
    },
  )
  const error = new ChunkLoadError('missing')
  let retries = 0
  alerts.showError(error, () => (retries += 1))
  expect(alerts.state).toMatchObject([{ content: 'core.lib.error.chunk_message', retryText: undefined }])
  alerts.state[0]?.retry?.()
  expect([loaded, retries]).toEqual([[error], 1])
  alerts.clear()
  alerts.isSecondLoad = true
  alerts.showError(error, () => {})
  expect(alerts.state).toMatchObject([
    { content: 'core.lib.error.chunk_gone_message', retryText: 'core.lib.connection.reload_button' },
  ])
})

test('undoing takes back the newest change, once', () => {
  const alerts = new Alerts((key) => key)
  const undone: string[] = []
  for (const content of ['first', 'second']) alerts.show(content, { undo: () => undone.push(content) })
  alerts.show('another')
  expect(alerts.canUndo).toBe(true)
  alerts.undo()
  expect(contents(alerts)).toEqual(['first', 'another'])
  alerts.undo()
  alerts.undo()
  expect(undone).toEqual(['second', 'first'])
  expect(alerts.canUndo).toBe(false)
})

test('an undo that fails shows an alert', async () => {
  vi.stubGlobal('window', { location: new URL('http://localhost/') })
  const alerts = new Alerts((key) => key)
  offerUndo({ alerts }, 'Hidden.', () => Promise.reject(new Error('offline')))
  alerts.undo()
  await vi.waitFor(() => expect(alerts.state).toMatchObject([{ tone: 'danger' }]))
})
