import { AsyncLocalStorage } from 'node:async_hooks'
import {
  createTestForum,
  onBothDatabases,
  planOf,
  type TestForum,
  type TestForumOptions,
} from '@parley/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { postgresTime, sqliteTime } from '../../infrastructure/db/clock.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { type Job, PermanentFailure } from '../../points/jobs/jobs.ts'
import { enqueueJob, type JobOptions } from './enqueue-job.ts'
import { claimJobs, dueJobs, firstDue, leaseSeconds, removeJob } from './leases.ts'
import { JobQueue } from './queue.ts'
import { backOff } from './run-job.ts'

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    note: { text: string }
  }
}

/** Runs a function outside the current transaction. */
const outsideTransaction = AsyncLocalStorage.snapshot()

type NoteJob = Job<{ text: string }>

const noteSchema = z.object({ text: z.string() })

function withJob(note: Partial<NoteJob>): { extensions: InstalledExtension[] } {
  const jobs = { note: { schema: noteSchema, run: async () => {}, ...note } }
  return { extensions: [{ id: 'notes', title: 'Notes', version: '1.0.0', declaration: { jobs } }] }
}

const enqueue = ({ current, asSystem }: TestForum, text: string, options?: JobOptions) =>
  current.write(asSystem(), (context) => enqueueJob(context, 'note', { text }, options))

const jobsOf = ({ current: { database } }: TestForum) =>
  database.read.selectFrom('jobs').selectAll().where('every', 'is', null).orderBy('id').execute()

const failedOf = ({ current: { database } }: TestForum) =>
  database.read.selectFrom('failed_jobs').selectAll().orderBy('id').execute()

onBothDatabases((open) => {
  const openNoting = (note: Partial<NoteJob>, options?: TestForumOptions) =>
    open({ ...withJob(note), ...options })

  /** A forum with a job that records its text. */
  async function openNotes() {
    const notes: string[] = []
    const forum = await openNoting({ run: async ({ text }) => void notes.push(text) })
    return { forum, notes }
  }

  test('a job is run once, after its transaction, and no earlier than requested', async () => {
    const { forum, notes } = await openNotes()
    await enqueue(forum, 'later', { at: new Date('2024-01-01T01:00:00Z') })
    await enqueue(forum, 'first')
    await enqueue(forum, 'second')
    expect(notes).toEqual([])
    await forum.settled()
    await forum.settled()
    expect(notes).toEqual(['first', 'second'])
    forum.clock.advance(3600)
    await forum.settled()
    expect(notes).toEqual(['first', 'second', 'later'])
    expect(await jobsOf(forum)).toEqual([])
  })

  test('a transaction that fails leaves no job, and a payload that does not fit is refused', async () => {
    const { forum, notes } = await openNotes()
    const failing = forum.current.write(forum.asSystem(), async (context) => {
      await enqueueJob(context, 'note', { text: 'never' })
      throw new Error('No')
    })
    await expect(failing).rejects.toThrow('No')
    await expect(enqueue(forum, 1 as never)).rejects.toThrow()
    await expect(
      forum.current.write(forum.asSystem(), (context) =>
        enqueueJob(context, 'toString' as 'note', { text: '' }),
      ),
    ).rejects.toThrow("No job 'toString' is declared")
    await forum.settled()
    expect({ notes, jobs: await jobsOf(forum) }).toEqual({ notes: [], jobs: [] })
  })

  test('the stored payload of a job is encrypted', async () => {
    const { forum } = await openNotes()
    await enqueue(forum, 'https://localhost/reset/secret')
    const [job] = await jobsOf(forum)
    expect(JSON.stringify(job)).not.toContain('secret')
    expect(Buffer.from(job?.payload ?? '', 'base64').toString('latin1')).not.toContain('secret')
  })

  test('a job that fails is retried with growing delays until it succeeds', async () => {
    const attempts: number[] = []
    const forum = await openNoting({
      async run(_payload, _context, { attempt }) {
        attempts.push(attempt)
        if (attempt < 3) throw new Error('Not yet')
      },
    })
    await enqueue(forum, 'hello')
    await forum.settled()
    forum.clock.advance(20)
    await forum.settled()
    expect(attempts).toEqual([1])
    forum.clock.advance(20)
    await forum.settled()
    expect(attempts).toEqual([1, 2])
    forum.clock.advance(40)
    await forum.settled()
    expect(attempts).toEqual([1, 2])
    forum.clock.advance(40)
    await forum.settled()
    expect(attempts).toEqual([1, 2, 3])
    expect({ jobs: await jobsOf(forum), failed: await failedOf(forum) }).toEqual({ jobs: [], failed: [] })
    const [warning] = forum.logged.filter(({ level }) => level === 'warn')
    expect(warning).toMatchObject({ details: { job: 'note', attempt: 1 }, message: /retried/ })
  })

  test('a job that fails every attempt moves to the failed jobs, with its description, for a month', async () => {
    const forum = await openNoting({
      attempts: 2,
      describe: ({ text }) => `Notes ${text.length} characters`,
      run: async () => Promise.reject(new Error('Out of ink')),
    })
    await enqueue(forum, 'hello', { key: 'a' })
    await forum.settled()
    expect(await failedOf(forum)).toEqual([])
    forum.clock.advance(60)
    await forum.settled()
    expect(await jobsOf(forum)).toEqual([])
    expect(await failedOf(forum)).toMatchObject([
      {
        ...{ name: 'note', key: 'a', attempts: 2, error: 'Out of ink' },
        ...{ description: 'Notes 5 characters', created_at: '2024-01-01T00:00:00.000Z' },
        failed_at: '2024-01-01T00:01:00.000Z',
      },
    ])
    forum.clock.set('2024-02-02T00:00:00Z')
    await forum.settled()
    expect(await failedOf(forum)).toEqual([])
  })

  test('a permanent failure is not retried', async () => {
    const forum = await openNoting({ run: async () => Promise.reject(new PermanentFailure('No recipient')) })
    await enqueue(forum, 'hello')
    await forum.settled()
    expect(await failedOf(forum)).toMatchObject([{ error: 'No recipient', attempts: 1, description: null }])
  })

  test('a payload that no longer fits is a failure that does not reveal the payload', async () => {
    const forum = await openNoting({ schema: z.object({ text: z.string() }) })
    await enqueue(forum, 'secret')
    const changed = withJob({
      schema: z.object({ text: z.literal('other') }) as unknown as NoteJob['schema'],
    })
    Object.assign(forum.installed[0]?.declaration ?? {}, changed.extensions[0]?.declaration)
    await forum.rebuild()
    await forum.settled()
    const failed = await failedOf(forum)
    expect(failed.map(({ error }) => error)).toEqual(['The payload no longer fits the schema of the job'])
    expect(JSON.stringify([failed, forum.logged.map(({ message }) => message)])).not.toContain('secret')
  })

  test('a job of a disabled extension is retried like a failing one', async () => {
    const { forum, notes } = await openNotes()
    await enqueue(forum, 'hello')
    await forum.setEnabled([])
    await forum.settled()
    await forum.setEnabled(['notes'])
    forum.clock.advance(60)
    await forum.settled()
    expect(notes).toEqual(['hello'])
  })

  test('an attempt that times out fails and is aborted', async () => {
    const reasons: unknown[] = []
    const forum = await openNoting({
      timeout: 0.05,
      attempts: 1,
      run: (_payload, _context, { signal }) =>
        new Promise(() => signal.addEventListener('abort', () => reasons.push(signal.reason))),
    })
    await enqueue(forum, 'hello')
    await forum.settled()
    expect(await failedOf(forum)).toMatchObject([{ error: 'The job timed out after 0.05 seconds' }])
    expect(reasons).toHaveLength(1)
  })

  describe('keys', () => {
    test('at most one job with the same key waits', async () => {
      const { forum, notes } = await openNotes()
      await enqueue(forum, 'one', { key: 'a' })
      await enqueue(forum, 'two', { key: 'a' })
      await enqueue(forum, 'other', { key: 'b' })
      await forum.settled()
      expect(notes).toEqual(['one', 'other'])
      await enqueue(forum, 'three', { key: 'a' })
      await forum.settled()
      expect(notes).toEqual(['one', 'other', 'three'])
    })

    test('a job that is enqueued while one with its key runs is run after it, and replaces it if it fails', async () => {
      const notes: string[] = []
      const forum = await openNoting({
        async run({ text }, { forum: { write } }) {
          notes.push(text)
          if (text !== 'one') return
          await write(forum.asSystem(), (context) =>
            enqueueJob(context, 'note', { text: 'two' }, { key: 'a' }),
          )
          throw new Error('Again, please')
        },
      })
      await enqueue(forum, 'one', { key: 'a' })
      await forum.settled()
      forum.clock.advance(3600)
      await forum.settled()
      expect({ notes, jobs: await jobsOf(forum) }).toEqual({ notes: ['one', 'two'], jobs: [] })
    })

    test('a waiting job does not start before a transaction that enqueues it again is visible', async () => {
      const { forum } = await openNotes()
      const { current } = forum
      await enqueue(forum, 'one', { key: 'a' })
      const claim = () => outsideTransaction(() => claimJobs(current.database, 5))
      await current.write(forum.asSystem(), async (context) => {
        await enqueueJob(context, 'note', { text: 'two' }, { key: 'a' })
        // SQLite has one writer at a time anyway.
        if (current.database.dialect.name === 'postgres') expect(await claim()).toEqual([])
      })
      expect(await claim()).toHaveLength(1)
    })
  })

  describe('leases', () => {
    test('a job whose process died is run again when its lease ends, but not before', async () => {
      const { forum, notes } = await openNotes()
      await enqueue(forum, 'hello')
      const { database } = forum.current
      const [lost] = await claimJobs(database, 1)
      forum.clock.advance(leaseSeconds - 1)
      await forum.settled()
      expect(notes).toEqual([])
      forum.clock.advance(1)
      const [takenOver] = await claimJobs(database, 1)
      expect(takenOver?.attempts).toBe(2)
      // The first process has lost the job, and cannot remove it.
      if (lost) await removeJob(database, lost)
      expect(await jobsOf(forum)).toHaveLength(1)
      forum.clock.advance(leaseSeconds)
      await forum.settled()
      expect({ notes, jobs: await jobsOf(forum) }).toEqual({ notes: ['hello'], jobs: [] })
    })

    test('a job whose process dies in every attempt fails permanently', async () => {
      const forum = await openNoting({ attempts: 2 })
      await enqueue(forum, 'hello')
      for (let n = 0; n < 2; n++) {
        await claimJobs(forum.current.database, 1)
        forum.clock.advance(leaseSeconds)
      }
      await forum.settled()
      expect(await failedOf(forum)).toMatchObject([{ error: /process stopped/, attempts: 3 }])
    })

    test('concurrent claims never lease the same job', async () => {
      const { forum } = await openNotes()
      for (let n = 0; n < 50; n++) await enqueue(forum, String(n))
      const { database } = forum.current
      const claims = await Promise.all(Array.from({ length: 10 }, () => claimJobs(database, 7)))
      const ids = claims.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const rest = await claimJobs(database, 50)
      expect(ids.length + rest.length).toBe(50)
    })
  })

  describe('closing', () => {
    const queueOf = (forum: TestForum) =>
      new JobQueue(forum.asSystem, { info: () => {}, warn: () => {}, error: () => {} })

    test('running jobs finish, and no more are started', async () => {
      const notes: string[] = []
      const started = Promise.withResolvers<void>()
      const mayEnd = Promise.withResolvers<void>()
      const forum = await openNoting({
        async run({ text }) {
          started.resolve()
          await mayEnd.promise
          notes.push(text)
        },
      })
      for (let n = 0; n < 10; n++) await enqueue(forum, String(n))
      const queue = queueOf(forum)
      queue.start()
      await started.promise
      const closed = queue.close(10_000)
      mayEnd.resolve()
      await closed
      expect(notes.length).toBeGreaterThan(0)
      expect(notes.length + (await jobsOf(forum)).length).toBe(10)
      expect((await jobsOf(forum)).filter(({ lease }) => lease !== null)).toEqual([])
    })

    test('a job that does not end keeps its lease', async () => {
      const forum = await openNoting({ run: () => new Promise(() => {}) })
      await enqueue(forum, 'hello')
      const queue = queueOf(forum)
      void queue.runDue()
      while ((await jobsOf(forum))[0]?.lease === null) await new Promise((resolve) => setTimeout(resolve, 5))
      await queue.close(20)
      expect(await jobsOf(forum)).toMatchObject([{ attempts: 1, due_at: '2024-01-01T00:01:00.000Z' }])
    })
  })

  test('due jobs are found by an index, however many jobs wait', async () => {
    const { forum } = await openNotes()
    const { database, now } = forum.current
    const jobs = Array.from({ length: 3000 }, (_, n) => {
      const at = new Date(now().getTime() + n * 60_000).toISOString()
      return { name: 'note', due_at: at, created_at: at }
    })
    await database.transaction(async (db) => {
      for (let n = 0; n < jobs.length; n += 500)
        await db
          .insertInto('jobs')
          .values(jobs.slice(n, n + 500))
          .execute()
      await sql`analyze`.execute(db)
    })
    const databaseTime = database.dialect.name === 'sqlite' ? sqliteTime : postgresTime
    for (const query of [
      dueJobs(database.read, databaseTime(), 4),
      firstDue({ read: database.read, time: databaseTime }),
    ]) {
      const plan = await planOf(database, query.compile())
      expect(plan).toContain('jobs_due_at')
      expect(plan).not.toMatch(/Sort|TEMP B-TREE|Seq Scan/)
    }
  })

  test('a listening forum runs jobs as soon as their transaction has committed', async () => {
    // Without timers the queue only runs when it is woken.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const ran = Promise.withResolvers<string>()
    const forum = await openNoting({ run: async ({ text }) => ran.resolve(text) }, { port: 0 })
    await forum.listen()
    await enqueue(forum, 'hello')
    expect(await ran.promise).toBe('hello')
  })
})

test('the back-off doubles, has jitter, and has a maximum', () => {
  const afterAttempts = (attempts: number) => backOff(attempts, () => 0.5)
  expect({ first: afterAttempts(1), second: afterAttempts(2), third: afterAttempts(3) }).toEqual({
    first: 30,
    second: 60,
    third: 120,
  })
  expect({ lowest: backOff(1, () => 0), highest: backOff(1, () => 1) }).toEqual({
    lowest: 22.5,
    highest: 37.5,
  })
  expect(afterAttempts(50)).toBe(6 * 3600)
})

test('an idle forum that listens queries its database rarely', async () => {
  const forum = await createTestForum({ port: 0 })
  await forum.listen()
  const { database } = forum.current
  const { queries } = database
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(database.queries - queries).toBeLessThan(5)
})
