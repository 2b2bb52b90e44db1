import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startMailServer, TestClock } from '@parley/testing'
import { createPostgresDatabase, eachDatabase } from '@parley/testing/databases'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createForum, type ForumOptions, type RunningForum } from '../../assembly/forum.ts'
import { sendMail } from '../../features/mail/mail.ts'
import { type GivenKeys, keysOf } from '../../infrastructure/keys/keys.ts'
import type { Context } from '../../points/context/context.ts'
import type { Extension } from '../../points/extension.ts'
import type { Jobs } from '../../points/jobs/jobs.ts'
import { enqueueJob, type JobOptions } from './enqueue-job.ts'
import { claimJobs, leaseSeconds } from './leases.ts'

const runJobs = fileURLToPath(import.meta.resolve('@parley/testing/run-jobs'))

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-nodes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function open(options: Omit<ForumOptions, 'baseUrl'>): Promise<RunningForum> {
  const forum = await createForum({ baseUrl: 'http://localhost', port: 0, ...options })
  onTestFinished(() => forum.close())
  return forum
}

/**
 * Opens two forums on one PostgreSQL database, like two machines. `done` lists the jobs that each has run. `ahead` says
 * by how many seconds the clock of each machine is ahead of the database's.
 */
async function openTwoNodes(ahead: readonly [number, number] = [0, 0]) {
  const clock = new TestClock()
  const database = { url: await createPostgresDatabase(), now: clock.now }
  const dataDir = await dataFolder()
  const done: string[] = []
  const node = (name: string, seconds: number) => {
    const now = () => new Date(clock.now().getTime() + seconds * 1000)
    const note = {
      schema: z.object({ text: z.string() }),
      run: async ({ text }: { text: string }) => {
        await sleep(5)
        done.push(`${name} ${text}`)
      },
    }
    const tick = { schema: z.object({}), every: '0 * * * *', run: async () => void done.push(`${name} tick`) }
    const declaration: Extension = { jobs: { note, tick } as Jobs }
    const extensions = [{ id: 'notes', title: 'Notes', version: '1.0.0', declaration }]
    return open({ database, dataDir, extensions, now })
  }
  return { nodes: [await node('a', ahead[0]), await node('b', ahead[1])] as const, clock, done }
}

test('two nodes share the jobs, and none is run twice', async () => {
  const { nodes, done } = await openTwoNodes()
  for (const node of nodes) await node.listen()
  const texts = Array.from({ length: 200 }, (_, n) => String(n))
  await Promise.all(
    texts.map((text, n) => {
      const node = nodes[n % 2 === 0 ? 0 : 1]
      return node.current.write(node.asSystem(), (context) =>
        enqueueJob(context, 'note' as never, { text } as never),
      )
    }),
  )
  await Promise.all(nodes.map((node) => node.settled()))
  expect(done.map((entry) => entry.split(' ')[1]).sort()).toEqual([...texts].sort())
  expect(new Set(done.map((entry) => entry[0]))).toEqual(new Set(['a', 'b']))
})

test('a recurring job is run by one of two nodes', async () => {
  const { nodes, clock, done } = await openTwoNodes()
  for (let hour = 1; hour <= 5; hour++) {
    clock.advance(3600)
    await Promise.all(nodes.map((node) => node.settled()))
    expect(done).toHaveLength(hour)
  }
})

const hour = 3600

test('nodes whose clocks differ agree on due times and leases', async () => {
  const { nodes, clock, done } = await openTwoNodes([hour, -hour])
  const [ahead, behind] = nodes
  const enqueue = (node: RunningForum, text: string, options?: JobOptions) =>
    node.current.write(node.asSystem(), (context) =>
      enqueueJob(context, 'note' as never, { text } as never, options),
    )
  // A job that one node enqueues, the other runs at once.
  await enqueue(ahead, 'now')
  await behind.settled()
  expect(done).toEqual(['b now'])
  // A delay of ten minutes is ten minutes for both.
  await enqueue(behind, 'later', { at: new Date(behind.current.now().getTime() + 600_000) })
  await ahead.settled()
  clock.advance(599)
  await ahead.settled()
  expect(done).toEqual(['b now'])
  clock.advance(1)
  await ahead.settled()
  expect(done).toEqual(['b now', 'a later'])
  // A lease of one node has not ended for the other, and ends for both at the same time.
  await enqueue(ahead, 'leased')
  expect(await claimJobs(behind.current.database, 1)).toHaveLength(1)
  await ahead.settled()
  clock.advance(leaseSeconds - 1)
  await ahead.settled()
  expect(done).toHaveLength(2)
  clock.advance(1)
  await ahead.settled()
  expect(done.at(-1)).toBe('a leased')
})

test('recurring jobs run once by the clock of the database', async () => {
  const { nodes, clock, done } = await openTwoNodes([hour, -hour])
  for (let ticks = 1; ticks <= 3; ticks++) {
    clock.advance(hour)
    await Promise.all(nodes.map((node) => node.settled()))
    expect(done).toHaveLength(ticks)
  }
})

test('the context of a job has the time of the database', async () => {
  const clock = new TestClock()
  const times: Date[] = []
  const recordTime = {
    schema: z.object({}),
    run: async (_payload: object, context: Context) => void times.push(context.now),
  }
  const declaration: Extension = { jobs: { tell: recordTime } as Jobs }
  const forum = await open({
    database: { file: ':memory:', now: clock.now },
    dataDir: await dataFolder(),
    extensions: [{ id: 'tell', title: 'Tell', version: '1.0.0', declaration }],
    now: () => new Date('2030-01-01T00:00:00Z'),
  })
  await forum.setEnabled(['tell'])
  await forum.current.write(forum.asSystem(), (context) => enqueueJob(context, 'tell' as never, {} as never))
  await forum.settled()
  expect(times).toEqual([clock.now()])
})

eachDatabase((_open, kind) => {
  test('jobs with payloads under an unknown key wait for a node with the key, without limit', async () => {
    const database =
      kind === 'postgres'
        ? { url: await createPostgresDatabase() }
        : { file: join(await dataFolder(), 'forum.sqlite') }
    const [former, current] = ['1', '2'].map((digit) => keysOf(digit.repeat(40)))
    if (!former || !current) throw new Error('Two keys are expected')
    const clock = new TestClock()
    const logged: string[] = []
    const log = { info: () => {}, warn: (_: object, text: string) => logged.push(text), error: () => {} }
    const node = async (keys: GivenKeys, options: Partial<ForumOptions> = {}) =>
      open({ database, dataDir: await dataFolder(), keys, now: clock.now, ...options })
    const jobs = ({ current: { database } }: RunningForum) =>
      database.read
        .selectFrom('jobs')
        .select(['name', 'attempts', 'lease'])
        .where('payload', 'is not', null)
        .execute()

    const first = await node({ current: former, previous: [] })
    await first.current.write(first.asSystem(), async (context) => {
      for (const name of ['Ann', 'Bob']) {
        const to = { name, address: `${name}@machine.local` }
        await sendMail(context, { to, locale: null, key: 'core.email.send_test' })
      }
    })
    await first.close()

    const without = await node({ current, previous: [] }, { adoptKeys: true, log })
    for (let hour = 0; hour < 100; hour++) {
      await without.settled()
      clock.advance(3600)
    }
    const waiting = { name: 'mail.send', attempts: 0, lease: null }
    expect(await jobs(without)).toEqual([waiting, waiting])
    expect(await without.current.database.read.selectFrom('failed_jobs').select('id').execute()).toEqual([])
    expect(logged.filter((text) => text.includes('SECRET_KEY_PREVIOUS'))).toHaveLength(1)
    await without.close()

    const withKey = await node({ current, previous: [former] })
    await withKey.settled()
    expect(await jobs(withKey)).toEqual([])
    const mails = await readdir(join(withKey.current.dataDir, 'mail'))
    expect(mails).toHaveLength(2)
  })
})

test('a process that is killed loses no job', async () => {
  const dataDir = await dataFolder()
  const database = { file: join(dataDir, 'forum.sqlite') }
  const addresses = Array.from({ length: 10 }, (_, n) => `person${n}@machine.local`)
  const enqueuing = await open({ database, dataDir })
  await enqueuing.current.write(enqueuing.asSystem(), async (context) => {
    for (const address of addresses)
      await sendMail(context, {
        to: { name: 'Recipient', address },
        locale: null,
        key: 'core.email.send_test',
      })
  })
  await enqueuing.close()

  const isStuck = Promise.withResolvers<void>()
  const started = new Set<string>()
  const server = await startMailServer({
    onMessage({ to }) {
      started.add(to.address)
      // From the fifth mail on the server does not answer.
      if (started.size <= 4) return
      isStuck.resolve()
      return new Promise(() => {})
    },
  })
  const child = spawn(process.execPath, [runJobs, dataDir, server.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await isStuck.promise
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(server.accepted.length).toBeLessThan(addresses.length)

  const later = () => new Date(Date.now() + (leaseSeconds + 1) * 1000)
  const secondServer = await startMailServer()
  const forum = await open({ database, dataDir, smtpUrl: secondServer.url, now: later })
  await forum.settled()
  const sent = [...server.accepted, ...secondServer.accepted].map(({ to }) => to.address)
  expect(new Set(sent)).toEqual(new Set(addresses))
  // Only mails in progress may be sent twice.
  expect(sent.length).toBeLessThanOrEqual(addresses.length + 4)
  const remaining = await forum.current.database.read
    .selectFrom('jobs')
    .select('id')
    .where('every', 'is', null)
    .execute()
  expect(remaining).toEqual([])
})
