import type { CollectionDocument } from '@parley/shared'
import { expect, test } from 'vitest'
import { PostStream } from './post-stream.ts'
import { endOfDiscussion } from './posts-request.ts'
import { windowOf } from './stream-window.ts'

const createdAt = '2026-01-01T00:00:00+00:00'

function documentOf(from: number, to: number, total: number): CollectionDocument {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return {
    links: { first: 'f', ...(from > 1 && { prev: 'p' }), ...(to < total && { next: 'n' }) },
    data: numbers.map((number) => ({
      type: 'posts',
      id: `p${number}`,
      attributes: { number, createdAt },
    })),
  }
}

function near(path: string): number {
  return Number(new URLSearchParams(path.split('?')[1]).get('page[near]') ?? 1)
}

/** The numbers from one to another, both included. */
function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** A stream over a discussion of `total` consecutive posts, with a clock that advances a second per reading. */
function openStream(total: number, from = 1) {
  const requested: number[] = []
  const server = { total, fails: false, gone: [] as number[] }
  const failures: unknown[] = []
  const released: number[][] = []
  const pushed: number[] = []
  let now = 0
  const answer = (path: string): CollectionDocument => {
    const ids = new URLSearchParams(path.split('?')[1]).get('filter[id]')?.split(',') ?? []
    if (ids.length > 0) {
      const { data, ...rest } = documentOf(1, server.total, server.total)
      return { ...rest, data: data.filter(({ id }) => ids.includes(id)) }
    }
    requested.push(near(path))
    if (server.fails) throw new Error('offline')
    const start = Math.max(1, Math.min(near(path), server.total) - 10)
    const document = documentOf(start, Math.min(server.total, start + 19), server.total)
    const isThere = ({ id }: { id: string }) => !server.gone.some((number) => id === `p${number}`)
    return { ...document, data: document.data.filter(isThere) }
  }
  const stream = new PostStream({
    discussionId: '7',
    first: windowOf(documentOf(from, Math.min(total, from + 19), total)),
    target: undefined,
    load: async (path) => answer(path),
    push: ({ data }) => pushed.push(data.length),
    release: (kept) => released.push(kept.map(({ number }) => number)),
    onJumpFailed: (error) => failures.push(error),
    now: () => {
      now += 1000
      return now
    },
  })
  const numbers = () => stream.state.window.posts.map(({ number }) => number)
  const advance = (milliseconds: number) => {
    now += milliseconds
  }
  return { stream, requested, server, failures, released, pushed, numbers, advance }
}

test('requests posts by number and never the list of all', async () => {
  const { stream, requested, numbers } = openStream(100, 41)
  await stream.extend('later')
  await stream.extend('earlier')
  expect(requested).toEqual([71, 31])
  expect(numbers()).toEqual(Array.from({ length: 60 }, (_, index) => index + 21))
})

test('runs one load at a time, throttles loads, and loads nothing beyond the ends', async () => {
  const { stream, requested } = openStream(30)
  await Promise.all([stream.extend('later'), stream.extend('later'), stream.extend('earlier')])
  await stream.extend('later')
  expect(requested).toEqual([31])
})

test('holds two hundred posts at most', async () => {
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

test('goes to loaded posts without a request, and to others with skeletons', async () => {
  const { stream, requested, numbers } = openStream(500)
  await stream.goTo({ number: 12 })
  expect(requested).toEqual([])
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

test('a requested post is highlighted until it is unmarked or the reader goes elsewhere', async () => {
  const { stream } = openStream(500)
  await stream.goTo({ number: 12, isMarked: true })
  expect(stream.state.marked).toBe(12)
  stream.unmark()
  expect(stream.state).toMatchObject({ marked: undefined, target: { number: 12 } })
  await stream.goTo({ number: 12, isMarked: true })
  await stream.goTo({ number: 300 })
  expect(stream.state.marked).toBeUndefined()
})

test('the later of two jumps wins, and discards a running load', async () => {
  const { stream, numbers } = openStream(500)
  const load = stream.extend('later')
  const first = stream.goTo({ number: 300 })
  const second = stream.goTo({ number: 100 })
  await Promise.all([load, first, second])
  expect(stream.state.target).toEqual({ number: 100 })
  expect(numbers()).toEqual(Array.from({ length: 20 }, (_, index) => index + 90))
})

test('a failure stays until a retry', async () => {
  const { stream, server, numbers } = openStream(500)
  server.fails = true
  await stream.extend('later')
  expect(stream.state).toMatchObject({ failed: 'later', isLoadingLater: false })
  server.fails = false
  await stream.retry()
  expect(stream.state.failed).toBeUndefined()
  expect(numbers()).toHaveLength(40)
})

test('reports a failed jump, and keeps the posts', async () => {
  const { stream, server, failures, numbers } = openStream(500)
  server.fails = true
  await stream.goTo({ number: 400 })
  expect(stream.state).toMatchObject({ isJumping: false, target: undefined })
  expect(failures).toHaveLength(1)
  expect(numbers()).toHaveLength(20)
})

test('shows a reply while it is sent, and removes it after a failure', async () => {
  const { stream } = openStream(5)
  const removePending = stream.addPending('<p>Hello</p>')
  expect(stream.state.pending).toMatchObject([{ html: '<p>Hello</p>' }])
  removePending()
  expect(stream.state.pending).toEqual([])
})

test('appends an accepted reply after posts of others that arrived meanwhile', async () => {
  const { stream, server, requested, numbers } = openStream(5)
  stream.addPending('one')
  await stream.addPosted({ id: 'p6', number: 6, createdAt })
  expect(requested).toEqual([])
  server.total = 9
  stream.addPending('two')
  await stream.addPosted({ id: 'p9', number: 9, createdAt })
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(stream.state.pending).toEqual([])
})

test('a reply from the middle of a long discussion moves the reader to its end', async () => {
  const { stream, server, numbers } = openStream(500)
  stream.addPending('one')
  expect(stream.state.pending).toEqual([])
  server.total = 501
  await stream.addPosted({ id: 'p501', number: 501, createdAt })
  expect(numbers().at(-1)).toBe(501)
  expect(stream.state.target).toMatchObject({ number: 501 })
})

test('loads the end again for event posts, which may have cancelled each other out', async () => {
  const { stream, server, requested, numbers } = openStream(15)
  server.total = 16
  await stream.refreshEnd()
  expect(numbers().at(-1)).toBe(16)
  server.total = 14
  await stream.refreshEnd()
  expect(numbers().at(-1)).toBe(14)
  expect(numbers()).toHaveLength(14)
  expect(requested).toEqual([endOfDiscussion, endOfDiscussion])
})

test('does not refresh an end that is not loaded', async () => {
  const { stream, requested } = openStream(500)
  await stream.refreshEnd()
  expect(requested).toEqual([])
})

test('shows a reply once that is there already', async () => {
  const { stream, numbers } = openStream(3)
  const before = numbers()
  const [last] = stream.state.window.posts.slice(-1)
  if (last === undefined) throw new Error('There are no posts.')
  stream.addPending('<p>Hello</p>')
  await stream.addPosted(last)
  expect(numbers()).toEqual(before)
  expect(stream.state).toMatchObject({ pending: [], marked: 3 })
})

test('releases the posts outside of the window before each load', async () => {
  const { stream, released, numbers } = openStream(1000)
  for (let round = 0; round < 12; round++) await stream.extend('later')
  const shown = numbers()
  await stream.goTo({ number: 900 })
  expect(released.at(-1)).toEqual(shown)
  await stream.extend('later')
  expect(released.at(-1)).toEqual(Array.from({ length: 20 }, (_, index) => index + 890))
})

test('appends posts of others, and checks for them at most every ten seconds', async () => {
  const { stream, server, requested, numbers, advance } = openStream(15)
  await stream.loadNew()
  expect(requested).toEqual([])
  server.total = 18
  advance(10_000)
  await stream.loadNew()
  await stream.loadNew()
  expect(requested).toEqual([26])
  expect(numbers().at(-1)).toBe(18)
  expect(stream.state.arrived).toEqual({ after: 15, count: 3, added: 3 })
})

test('known arrivals are loaded at once, and join those before them', async () => {
  const { stream, server, requested } = openStream(15)
  server.total = 17
  await stream.loadNew(true)
  server.total = 18
  await stream.loadNew(true)
  expect(requested).toEqual([26, 28])
  expect(stream.state.arrived).toEqual({ after: 15, count: 3, added: 1 })
})

test('posts that become public between the loaded ones join them, in their places', async () => {
  const { stream, server, pushed, numbers } = openStream(500, 100)
  server.gone = [...range(104, 106), 125]
  await stream.refresh(100, true)
  await stream.extend('later')
  expect(numbers()).not.toContain(105)
  const before = numbers()
  server.gone = []
  const ids = ['p105', 'p94', 'p104', 'p125', 'p300', 'p501', 'p110']
  expect((await stream.loadByIds(ids)).toSorted()).toEqual(ids.filter((id) => id !== 'p501').toSorted())
  expect(pushed.at(-1)).toBe(6)
  expect(numbers()).toEqual([...before, 104, 105, 125].toSorted((a, b) => a - b))
  expect(stream.state.arrived).toBeUndefined()
  const { state } = stream
  await stream.loadByIds(['p104', 'p300'])
  expect(stream.state).toBe(state)
})

test('reports no arrivals if the end is not loaded or nothing arrived', async () => {
  const far = openStream(500)
  far.advance(10_000)
  await far.stream.loadNew()
  expect(far.requested).toEqual([])
  const near = openStream(15)
  near.advance(10_000)
  const before = near.stream.state
  await near.stream.loadNew()
  expect(near.stream.state).toBe(before)
})

test('posts that arrive at a full window stay beyond its end', async () => {
  const { stream, server, numbers, advance } = openStream(200)
  for (let round = 0; round < 9; round++) await stream.extend('later')
  expect(numbers()).toHaveLength(200)
  server.total = 202
  advance(10_000)
  await stream.loadNew()
  expect(numbers()).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
  expect(stream.state).toMatchObject({
    window: { hasLater: true },
    arrived: { after: 200, count: 2, added: 2 },
  })
})

test('refreshes the posts around the reader by one request, at most every ten seconds', async () => {
  const { stream, server, requested, pushed, numbers, advance } = openStream(500, 41)
  await stream.refresh(50)
  expect(requested).toEqual([])
  advance(10_000)
  server.gone = [52]
  await stream.refresh(50)
  await stream.refresh(50)
  expect(requested).toEqual([55])
  expect(pushed).toEqual([19])
  expect(numbers()).toEqual([...range(41, 51), ...range(53, 64)])
  server.gone = []
  advance(10_000)
  await stream.refresh(50)
  expect(numbers()).toEqual(range(41, 64))
  expect(stream.state.arrived).toBeUndefined()
})

test('a refresh tells where the posts are before their records change', async () => {
  const { stream, pushed, advance } = openStream(15)
  advance(10_000)
  const pushedAtUpdate: number[] = []
  stream.subscribe(() => pushedAtUpdate.push(pushed.length))
  await stream.refresh(1)
  expect(pushedAtUpdate).toEqual([0])
  expect(pushed).toEqual([15])
})

test('a refresh at the end removes what is gone there, and reports arrivals', async () => {
  const { stream, server, requested, numbers, advance } = openStream(15)
  advance(10_000)
  server.total = 14
  await stream.refresh(10)
  expect(numbers()).toEqual(range(1, 14))
  advance(10_000)
  server.total = 16
  await stream.refresh(10)
  expect(numbers()).toEqual(range(1, 16))
  expect(stream.state.arrived).toEqual({ after: 14, count: 2, added: 2 })
  // The refresh has checked the end as well.
  await stream.loadNew()
  expect(requested).toHaveLength(2)
})

test('a refresh keeps a reply that was posted meanwhile, and the length of a full window', async () => {
  const { stream, advance, numbers } = openStream(15)
  advance(10_000)
  const refresh = stream.refresh(10)
  await stream.addPosted({ id: 'p16', number: 16, createdAt })
  await refresh
  expect(numbers().at(-1)).toBe(16)
  const full = openStream(500)
  for (let round = 0; round < 9; round++) await full.stream.extend('later')
  expect(full.numbers()).toHaveLength(200)
  full.advance(10_000)
  await full.stream.refresh(195)
  expect(full.numbers()).toEqual(range(10, 209))
  expect(full.stream.state.window).toMatchObject({ hasEarlier: true, hasLater: true })
})

test('a jump during a refresh wins', async () => {
  const { stream, advance, pushed, numbers } = openStream(500)
  advance(10_000)
  const refresh = stream.refresh(10)
  await stream.goTo({ number: 300 })
  await refresh
  expect(numbers()).toEqual(range(290, 309))
  expect(pushed).toEqual([20])
})

test('removes posts that no longer exist', () => {
  const { stream, numbers } = openStream(5)
  stream.retain((id) => id !== 'p3')
  expect(numbers()).toEqual([1, 2, 4, 5])
})
