import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { FairQueue, type QueueLimits, type Visitor } from './fair-queue.ts'

const limits: QueueLimits = { places: 1, waiting: 100, waitMs: 60_000, runMs: 60_000 }

/** Makes a queue whose work runs until `release`; `began` lists the work that began, in order. */
function scene(changed: Partial<QueueLimits> = {}) {
  const queue = new FairQueue({ ...limits, ...changed })
  const began: string[] = []
  const releases: (() => void)[] = []
  const ask = (nameOrVisitor: Visitor | string, label = '') => {
    const visitor = typeof nameOrVisitor === 'string' ? { name: nameOrVisitor } : nameOrVisitor
    return queue.run(visitor, (signal) => {
      began.push(visitor.name + label)
      return new Promise<string>((resolve, reject) => {
        releases.push(() => resolve(visitor.name + label))
        signal.addEventListener('abort', () => reject(new Error('interrupted')))
      })
    })
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const release = async () => {
    await settle()
    releases.shift()?.()
    await settle()
  }
  return { queue, began, ask, release, settle }
}

const refused = expect.objectContaining({ code: 'busy', status: 503 })

class Socket extends EventEmitter {
  destroyed = false

  close() {
    this.destroyed = true
    this.emit('close')
  }
}

test('no more work runs at the same time than there are places', async () => {
  const { queue, began, ask, release, settle } = scene({ places: 2 })
  const all = ['a', 'b', 'c'].map((name) => ask(name))
  await settle()
  expect({ began, running: queue.running, waiting: queue.waiting }).toEqual({
    began: ['a', 'b'],
    running: 2,
    waiting: 1,
  })
  for (let times = 0; times < 3; times++) await release()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  expect(queue).toMatchObject({ running: 0, waiting: 0 })
})

test('visitors take turns, however much work one of them requests', async () => {
  const { began, ask, release } = scene()
  const all = ['1', '2', '3', '4'].map((label) => ask('a', label))
  all.push(ask('b', '1'), ask('c', '1'), ask('b', '2'))
  for (let times = 0; times < 7; times++) await release()
  await Promise.all(all)
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('work that fails frees its place', async () => {
  const { queue, ask, release } = scene()
  const failing = queue.run({ name: 'a' }, () => Promise.reject(new Error('no')))
  const next = ask('b')
  await expect(failing).rejects.toThrow('no')
  await release()
  expect(await next).toBe('b')
})

test('a full queue refuses work of the visitor with the most work in it', async () => {
  const { began, ask, release } = scene({ waiting: 3 })
  const first = ask('a', '0')
  const [one, two, three] = [ask('a', '1'), ask('a', '2'), ask('a', '3')]
  await expect(ask('a', '4')).rejects.toEqual(refused)
  const other = ask('b', '1')
  await expect(three).rejects.toEqual(refused)
  const equal = ask('b', '2')
  await expect(equal).rejects.toEqual(refused)
  for (let times = 0; times < 4; times++) await release()
  await Promise.all([first, one, two, other])
  expect(began).toEqual(['a0', 'a1', 'b1', 'a2'])
})

test('a refusal says when to retry', async () => {
  const { ask, release, settle } = scene({ waiting: 0, waitMs: 30_000 })
  const first = ask('a')
  await settle()
  const error = await ask('b').catch((thrown) => thrown)
  expect(error).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  await release()
  await first
})

test('work that waits too long is refused and leaves the queue', async () => {
  const { queue, ask, release } = scene({ waitMs: 20 })
  const first = ask('a')
  await expect(ask('b')).rejects.toEqual(refused)
  expect(queue.waiting).toBe(0)
  await release()
  expect(await first).toBe('a')
})

test('work that runs too long is interrupted', async () => {
  const { queue, ask } = scene({ runMs: 20 })
  await expect(ask('a')).rejects.toEqual(refused)
  expect(queue.running).toBe(0)
})

test('work of a closed connection neither waits nor runs', async () => {
  const { queue, began, ask, settle } = scene()
  const [running, waiting, before] = [new Socket(), new Socket(), new Socket()]
  const all = [ask({ name: 'a', connection: running }), ask({ name: 'b', connection: waiting })]
  await settle()
  waiting.close()
  await expect(all[1]).rejects.toEqual(refused)
  expect(queue.waiting).toBe(0)
  running.close()
  await expect(all[0]).rejects.toEqual(refused)
  before.close()
  await expect(ask({ name: 'c', connection: before })).rejects.toEqual(refused)
  expect({ began, running: queue.running }).toEqual({ began: ['a'], running: 0 })
  for (const socket of [running, waiting, before]) expect(socket.listenerCount('close')).toBe(0)
})

test('the answer to a change is never refused', async () => {
  const { ask, release } = scene({ waiting: 0, waitMs: 1, runMs: 1 })
  const first = ask({ name: 'a', mustFinish: true }, '1')
  const second = ask({ name: 'a', mustFinish: true }, '2')
  await new Promise((resolve) => setTimeout(resolve, 20))
  await release()
  await release()
  expect(await Promise.all([first, second])).toEqual(['a1', 'a2'])
})
