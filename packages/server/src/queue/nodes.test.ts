import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startMailServer, TestClock } from '@parley/testing'
import { createPostgresDatabase } from '@parley/testing/databases'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Extension } from '../extension.ts'
import { createForum, type ForumOptions, type RunningForum } from '../forum.ts'
import { sendMail } from '../mail/mail.ts'
import type { Jobs } from '../points/jobs.ts'
import { enqueueJob } from './enqueue-job.ts'
import { leaseSeconds } from './leases.ts'

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

/** Two forums on one PostgreSQL database, as two machines would run them, and what each of them did. */
async function openTwoNodes() {
  const database = { url: await createPostgresDatabase() }
  const dataDir = await dataFolder()
  const clock = new TestClock()
  const done: string[] = []
  const node = (name: string) => {
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
    return open({ database, dataDir, extensions, now: clock.now })
  }
  return { nodes: [await node('a'), await node('b')] as const, clock, done }
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

test('a process that is killed at work loses nothing', async () => {
  const dataDir = await dataFolder()
  const database = { file: join(dataDir, 'forum.sqlite') }
  const people = Array.from({ length: 10 }, (_, n) => `person${n}@machine.local`)
  const asking = await open({ database, dataDir })
  await asking.current.write(asking.asSystem(), async (context) => {
    for (const address of people)
      await sendMail(context, {
        to: { name: 'Somebody', address },
        locale: null,
        key: 'core.email.send_test',
      })
  })
  await asking.close()

  const held = Promise.withResolvers<void>()
  const begun = new Set<string>()
  const server = await startMailServer({
    onMessage({ to }) {
      begun.add(to.address)
      // From the fifth on nobody gets an answer any more.
      if (begun.size <= 4) return
      held.resolve()
      return new Promise(() => {})
    },
  })
  const child = spawn(process.execPath, [runJobs, dataDir, server.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await held.promise
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(server.accepted.length).toBeLessThan(people.length)

  const later = () => new Date(Date.now() + (leaseSeconds + 1) * 1000)
  const again = await startMailServer()
  const forum = await open({ database, dataDir, smtpUrl: again.url, now: later })
  await forum.settled()
  const sent = [...server.accepted, ...again.accepted].map(({ to }) => to.address)
  expect(new Set(sent)).toEqual(new Set(people))
  // Twice got it at most those whose mails were under way.
  expect(sent.length).toBeLessThanOrEqual(people.length + 4)
  const left = await forum.current.database.read
    .selectFrom('jobs')
    .select('id')
    .where('every', 'is', null)
    .execute()
  expect(left).toEqual([])
})
