import { onBothDatabases, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Extension } from '../../points/extension.ts'
import type { Jobs } from '../../points/jobs/jobs.ts'
import { enqueueJob } from './enqueue-job.ts'
import { claimJobs, leaseSeconds } from './leases.ts'
import { repairDueTimes } from './repair-due-times.ts'

const hourSeconds = 3600

onBothDatabases((open) => {
  /** A forum with a job that records its text, and a recurring job at three every night. */
  async function openNotes() {
    const notes: string[] = []
    const declaration: Extension = {
      jobs: {
        note: {
          schema: z.object({ text: z.string() }),
          run: async ({ text }: { text: string }) => void notes.push(text),
        },
        tick: { schema: z.object({}), every: '0 3 * * *', run: async () => void notes.push('tick') },
      } as Jobs,
    }
    const forum = await open({
      extensions: [{ id: 'notes', title: 'Notes', version: '1.0.0', declaration }],
    })
    return { forum, notes }
  }

  const enqueue = ({ current, asSystem, clock }: TestForum, text: string, seconds = 0) =>
    current.write(asSystem(), (context) =>
      enqueueJob(context, 'note' as never, { text } as never, {
        at: new Date(clock.now().getTime() + seconds * 1000),
      }),
    )

  test('after the clock was set back jobs wait no longer than requested', async () => {
    const { forum, notes } = await openNotes()
    await forum.settled()
    await enqueue(forum, 'at once')
    await enqueue(forum, 'in ten minutes', 600)
    forum.clock.advance(-24 * hourSeconds)
    await forum.settled()
    expect(notes).toEqual(['at once'])
    forum.clock.advance(599)
    await forum.settled()
    expect(notes).toEqual(['at once'])
    forum.clock.advance(1)
    await forum.settled()
    expect(notes).toEqual(['at once', 'in ten minutes'])
    // The recurring job runs in that night, not a day later.
    forum.clock.advance(3 * hourSeconds - 600)
    await forum.settled()
    expect(notes).toEqual(['at once', 'in ten minutes', 'tick'])
  })

  test('after the clock was set back the lease of a dead process ends in time', async () => {
    const { forum, notes } = await openNotes()
    await enqueue(forum, 'hello')
    await claimJobs(forum.current.database, 1)
    await forum.settled()
    forum.clock.advance(-hourSeconds)
    await forum.settled()
    forum.clock.advance(leaseSeconds - 1)
    await forum.settled()
    expect(notes).toEqual([])
    forum.clock.advance(1)
    await forum.settled()
    expect(notes).toEqual(['hello'])
  })

  test('a forum that starts after the clock was set back repairs its due times', async () => {
    const { forum, notes } = await openNotes()
    await enqueue(forum, 'hello')
    forum.clock.advance(-24 * hourSeconds)
    await forum.rebuild()
    const jobs = await forum.current.database.read
      .selectFrom('jobs')
      .select(['name', 'due_at'])
      .where('name', 'in', ['tick', 'note'])
      .orderBy('name')
      .execute()
    expect({ jobs, notes }).toEqual({
      jobs: [
        { name: 'note', due_at: '2023-12-31T00:00:00.000Z' },
        { name: 'tick', due_at: '2023-12-31T03:00:00.000Z' },
      ],
      notes: [],
    })
  })

  test('all due times are repaired, also beyond one batch', async () => {
    const { forum } = await openNotes()
    const { database } = forum.current
    const created_at = forum.clock.now().toISOString()
    const due_at = new Date(forum.clock.now().getTime() + 60_000).toISOString()
    await database.transaction(async (db) => {
      for (let batch = 0; batch < 6; batch++)
        await db
          .insertInto('jobs')
          .values(Array.from({ length: 200 }, () => ({ name: 'note', due_at, created_at })))
          .execute()
    })
    forum.clock.advance(-hourSeconds)
    await repairDueTimes(database)
    const repaired = await database.read
      .selectFrom('jobs')
      .select(['due_at', 'created_at'])
      .distinct()
      .where('every', 'is', null)
      .execute()
    expect(repaired).toEqual([{ due_at: '2023-12-31T23:01:00.000Z', created_at: '2023-12-31T23:00:00.000Z' }])
  })
})
