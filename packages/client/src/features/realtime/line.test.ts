import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RealtimeMessage } from '../../base/realtime/realtime.ts'
import { Line } from './line.ts'

/** The server's end of each connection that a page opened. */
class FakeSocket {
  static opened: FakeSocket[] = []
  static readonly OPEN = 1
  readyState = 1
  sent: unknown[] = []
  onmessage: ((event: { data: string }) => void) | undefined
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    FakeSocket.opened.push(this)
  }

  send(text: string) {
    this.sent.push(JSON.parse(text))
  }

  say(event: string, id: string, data: unknown = null) {
    this.onmessage?.({ data: JSON.stringify({ event, id, data }) })
  }

  close(code = 1000) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.opened = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openLine(userId?: string) {
  const heard: RealtimeMessage[] = []
  const onEnd = vi.fn()
  const line = new Line(
    { url: 'ws://forum/realtime', userId, onMessage: (message) => heard.push(message), onEnd },
    undefined,
  )
  const last = () => FakeSocket.opened.at(-1) as FakeSocket
  return { line, heard, onEnd, last, events: () => heard.map(({ event }) => event) }
}

test('it follows topics once the server has said hello, and passes messages on', () => {
  const { line, last, heard } = openLine()
  line.follow(['list'])
  last().say('hello', 'a-1', { userId: null })
  last().say('newPost', 'a-2', { postId: 1 })
  expect(last().sent.at(-1)).toEqual({ topics: ['list'] })
  expect(heard.at(-1)).toEqual({ event: 'newPost', id: 'a-2', data: { postId: 1 } })
  line.close()
})

test('it says once how long ago pages read what they show of topics', () => {
  const { line, last } = openLine()
  line.follow(['list', 'discussion:7'], { list: 400, 'discussion:7': 100 })
  vi.advanceTimersByTime(50)
  line.follow(['list', 'discussion:7'], { 'discussion:7': 1000 })
  expect(last().sent).toEqual([])
  last().say('hello', 'a-1', { userId: null })
  const { ages } = last().sent.at(-1) as { ages: Record<string, number> }
  // With a little more, since the message takes its time, too.
  expect(ages).toEqual({ list: 750, 'discussion:7': 1300 })
  line.follow(['list'])
  expect(last().sent.at(-1)).toEqual({ topics: ['list'] })
})

test('after a broken connection it asks for what it missed', () => {
  const { line, last } = openLine()
  line.follow(['list'])
  last().say('hello', 'a-1', { userId: null })
  last().say('beat', 'a-7')
  last().close(1006)
  vi.advanceTimersByTime(10_000)
  expect(FakeSocket.opened).toHaveLength(2)
  last().say('hello', 'a-9', { userId: null })
  expect(last().sent).toEqual([{ topics: ['list'], after: 'a-7' }])
  line.close()
})

test('a connection without heartbeats is replaced', () => {
  const { line, last } = openLine()
  last().say('hello', 'a-1', { userId: null })
  vi.advanceTimersByTime(90_000)
  expect(FakeSocket.opened.length).toBeGreaterThan(1)
  line.close()
})

test('where no connection is possible, it says so every minute, until there is one', () => {
  const { line, last, events } = openLine()
  while (FakeSocket.opened.length < 4) {
    last().close(1006)
    vi.advanceTimersByTime(20_000)
  }
  vi.advanceTimersByTime(120_000)
  expect(events()).toContain('poll')
  last().say('hello', 'a-1', { userId: null })
  const polls = () => events().filter((event) => event === 'poll').length
  const before = polls()
  for (let minute = 0; minute < 5; minute++) {
    last().say('beat', 'a-1')
    vi.advanceTimersByTime(60_000)
  }
  expect(polls()).toBe(before)
  line.close()
})

test.each([4401, 4404, 1008])('the code %i ends it for good, so that another tab may take over', (code) => {
  const { last, onEnd } = openLine()
  last().say('hello', 'a-1', { userId: null })
  last().close(code)
  vi.advanceTimersByTime(600_000)
  expect(FakeSocket.opened).toHaveLength(1)
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('a page of one account hears nothing that is for another', () => {
  const { last, heard, onEnd } = openLine('3')
  last().say('hello', 'a-1', { userId: '4' })
  last().say('newPost', 'a-2', { postId: 1 })
  expect(onEnd).toHaveBeenCalledTimes(1)
  expect(last().sent).toEqual([])
  expect(last().readyState).toBe(3)
  expect(heard).toEqual([])
})
