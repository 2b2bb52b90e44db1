import type { CollectionDocument } from '@parley/shared'
import { expect, test } from 'vitest'
import { endOfDiscussion, PostStream } from './post-stream.ts'
import { windowOf } from './stream-window.ts'

const CREATED = '2026-01-01T00:00:00+00:00'

function documentOf(from: number, to: number, total: number): CollectionDocument {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return {
    links: { first: 'f', ...(from > 1 && { prev: 'p' }), ...(to < total && { next: 'n' }) },
    data: numbers.map((number) => ({
      type: 'posts',
      id: `p${number}`,
      attributes: { number, createdAt: CREATED },
    })),
  }
}

function near(path: string): number {
  return Number(new URLSearchParams(path.split('?')[1]).get('page[near]') ?? 1)
}

/** A stream over a discussion of `total` posts without holes, with a clock that goes on by itself. */
function openStream(total: number, from = 1) {
  const asked: number[] = []
  const server = { total, fails: false }
  const failures: unknown[] = []
  const released: number[][] = []
  let now = 0
  const answer = (path: string): CollectionDocument => {
    asked.push(near(path))
    if (server.fails) throw new Error('offline')
    const start = Math.max(1, Math.min(near(path), server.total) - 10)
    return documentOf(start, Math.min(server.total, start + 19), server.total)
  }
  const stream = new PostStream({
    discussionId: '7',
    first: windowOf(documentOf(from, Math.min(total, from + 19), total)),
    target: undefined,
    load: async (path) => answer(path),
    release: (kept) => released.push(kept.map(({ number }) => number)),
    onJumpFailed: (error) => failures.push(error),
    now: () => {
      now += 1000
      return now
    },
  })
  const numbers = () => stream.state.window.posts.map(({ number }) => number)
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { stream, asked, server, failures, released, numbers, pass }
}

test('asks for posts by number and never for the list of all', async () => {
  const { stream, asked, numbers } = openStream(100, 41)
  await stream.extend('later')
  await stream.extend('earlier')
  expect(asked).toEqual([71, 31])
  expect(numbers()).toEqual(Array.from({ length: 60 }, (_, index) => index + 21))
})

test('loads once at a time, not again at once, and not beyond the ends', async () => {
  const { stream, asked } = openStream(30)
  await Promise.all([stream.extend('later'), stream.extend('later'), stream.extend('earlier')])
  await stream.extend('later')
  expect(asked).toEqual([31])
})

test('keeps two hundred posts at most', async () => {
  const { stream, numbers } = openStream(1000)
  for (let round = 0; round < 15; round++) await stream.extend('later')
  expect(numbers()).toHaveLength(200)
  expect(numbers().at(-1)).toBe(320)
  expect(stream.state.window.hasEarlier).toBe(true)
  for (let round = 0; round < 12; round++) await stream.extend('earlier')
  expect(numbers()[0]).toBe(1)
  expect(numbers()).toHaveLength(200)
  expect(stream.state.window).toMatchObject({ hasEarlier: false, hasLater: true })
})

test('goes to what is loaded without asking, and to the rest with skeletons', async () => {
  const { stream, asked, numbers } = openStream(500)
  await stream.goTo({ number: 12 })
  expect(asked).toEqual([])
  expect(stream.state.target).toEqual({ number: 12 })
  stream.arrive({ number: 12 })
  expect(stream.state.target).toEqual({ number: 12 })
  if (stream.state.target) stream.arrive(stream.state.target)
  expect(stream.state.target).toBeUndefined()
  const jump = stream.goTo({ number: 300 })
  expect(stream.state).toMatchObject({ isJumping: true, target: undefined })
  await jump
  expect(stream.state).toMatchObject({ isJumping: false, target: { number: 300 } })
  expect(numbers()).toContain(300)
  await stream.goTo({ number: endOfDiscussion })
  expect(numbers().at(-1)).toBe(500)
})

test('a post that was asked for stands out until it is unmarked or the reader goes on', async () => {
  const { stream } = openStream(500)
  await stream.goTo({ number: 12, isMarked: true })
  expect(stream.state.marked).toBe(12)
  stream.unmark()
  expect(stream.state).toMatchObject({ marked: undefined, target: { number: 12 } })
  await stream.goTo({ number: 12, isMarked: true })
  await stream.goTo({ number: 300 })
  expect(stream.state.marked).toBeUndefined()
})

test('of two jumps the later one counts, and a load that was under way is forgotten', async () => {
  const { stream, numbers } = openStream(500)
  const load = stream.extend('later')
  const first = stream.goTo({ number: 300 })
  const second = stream.goTo({ number: 100 })
  await Promise.all([load, first, second])
  expect(stream.state.target).toEqual({ number: 100 })
  expect(numbers()).toEqual(Array.from({ length: 20 }, (_, index) => index + 90))
})

test('a failure stays until it is tried again', async () => {
  const { stream, server, numbers } = openStream(500)
  server.fails = true
  await stream.extend('later')
  expect(stream.state).toMatchObject({ failed: 'later', isLoadingLater: false })
  server.fails = false
  await stream.retry()
  expect(stream.state.failed).toBeUndefined()
  expect(numbers()).toHaveLength(40)
})

test('a jump that fails is told and leaves everything as it was', async () => {
  const { stream, server, failures, numbers } = openStream(500)
  server.fails = true
  await stream.goTo({ number: 400 })
  expect(stream.state).toMatchObject({ isJumping: false, target: undefined })
  expect(failures).toHaveLength(1)
  expect(numbers()).toHaveLength(20)
})

test('a reply shows while it is sent, and goes when it fails', async () => {
  const { stream } = openStream(5)
  const takeBack = stream.addPending('<p>Hello</p>')
  expect(stream.state.pending).toMatchObject([{ html: '<p>Hello</p>' }])
  takeBack()
  expect(stream.state.pending).toEqual([])
})

test('an accepted reply takes its place at the end, after what others wrote meanwhile', async () => {
  const { stream, server, asked, numbers } = openStream(5)
  stream.addPending('one')
  await stream.addPosted({ id: 'p6', number: 6, createdAt: CREATED })
  expect(asked).toEqual([])
  server.total = 9
  stream.addPending('two')
  await stream.addPosted({ id: 'p9', number: 9, createdAt: CREATED })
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(stream.state.pending).toEqual([])
})

test('a reply from the middle of a long discussion takes one to its end', async () => {
  const { stream, server, numbers } = openStream(500)
  stream.addPending('one')
  expect(stream.state.pending).toEqual([])
  server.total = 501
  await stream.addPosted({ id: 'p501', number: 501, createdAt: CREATED })
  expect(numbers().at(-1)).toBe(501)
  expect(stream.state.target).toMatchObject({ number: 501 })
})

test('the end is read again for events, which may also have cancelled each other out', async () => {
  const { stream, server, asked, numbers } = openStream(15)
  server.total = 16
  await stream.refreshEnd()
  expect(numbers().at(-1)).toBe(16)
  server.total = 14
  await stream.refreshEnd()
  expect(numbers().at(-1)).toBe(14)
  expect(numbers()).toHaveLength(14)
  expect(asked).toEqual([endOfDiscussion, endOfDiscussion])
})

test('the end is left alone where it is not loaded', async () => {
  const { stream, asked } = openStream(500)
  await stream.refreshEnd()
  expect(asked).toEqual([])
})

test('lets go of what is not shown any more before it loads more', async () => {
  const { stream, released, numbers } = openStream(1000)
  for (let round = 0; round < 12; round++) await stream.extend('later')
  const shown = numbers()
  await stream.goTo({ number: 900 })
  expect(released.at(-1)).toEqual(shown)
  await stream.extend('later')
  expect(released.at(-1)).toEqual(Array.from({ length: 20 }, (_, index) => index + 890))
})

test('what others wrote meanwhile is put at the end, and not asked for all the time', async () => {
  const { stream, server, asked, numbers, pass } = openStream(15)
  await stream.lookForNew()
  expect(asked).toEqual([])
  server.total = 18
  pass(10_000)
  await stream.lookForNew()
  await stream.lookForNew()
  expect(asked).toEqual([26])
  expect(numbers().at(-1)).toBe(18)
  expect(stream.state.arrived).toEqual({ after: 15, count: 3 })
})

test('nothing new is told of where the end is not loaded, or when nothing came', async () => {
  const far = openStream(500)
  far.pass(10_000)
  await far.stream.lookForNew()
  expect(far.asked).toEqual([])
  const near = openStream(15)
  near.pass(10_000)
  const before = near.stream.state
  await near.stream.lookForNew()
  expect(near.stream.state).toBe(before)
})

test('what comes to a full window waits behind its end', async () => {
  const { stream, server, numbers, pass } = openStream(200)
  for (let round = 0; round < 9; round++) await stream.extend('later')
  expect(numbers()).toHaveLength(200)
  server.total = 202
  pass(10_000)
  await stream.lookForNew()
  expect(numbers()).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
  expect(stream.state).toMatchObject({ window: { hasLater: true }, arrived: { after: 200, count: 2 } })
})

test('posts that are gone leave the stream', () => {
  const { stream, numbers } = openStream(5)
  stream.keep((id) => id !== 'p3')
  expect(numbers()).toEqual([1, 2, 4, 5])
})
