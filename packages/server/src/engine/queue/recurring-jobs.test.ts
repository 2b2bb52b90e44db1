import { eachTestForum, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { InstalledExtension } from '../../points/extension.ts'
import type { Job, NoPayload } from '../../points/jobs/jobs.ts'
import { enqueueJob } from './enqueue-job.ts'
import { claimJobs, leaseSeconds } from './leases.ts'

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    tick: NoPayload
  }
}

function withTick(tick: Job<NoPayload>): InstalledExtension {
  return { id: 'ticks', title: 'Ticks', version: '1.0.0', declaration: { jobs: { tick } } }
}

const rowsOf = <Table extends 'jobs' | 'failed_jobs'>({ current: { database } }: TestForum, table: Table) =>
  database.read
    .selectFrom(table as 'jobs')
    .selectAll()
    .execute()

eachTestForum((open) => {
  const openTicking = async (every: string, run: () => Promise<void>, attempts = 1) =>
    open({ extensions: [withTick({ schema: z.object({}), every, attempts, run })] })

  const ticksOf = ({ current: { database } }: TestForum) =>
    database.read.selectFrom('jobs').selectAll().where('name', '=', 'tick').execute()

  test('they run again after they failed permanently, and are not listed as failed jobs', async () => {
    let ticks = 0
    const forum = await openTicking('0 * * * *', async () => {
      ticks += 1
      throw new Error('No')
    })
    for (let n = 0; n < 3; n++) {
      forum.clock.advance(3600)
      await forum.settled()
    }
    expect({ ticks, failed: await rowsOf(forum, 'failed_jobs') }).toEqual({ ticks: 3, failed: [] })
    expect(await ticksOf(forum)).toMatchObject([
      { due_at: '2024-01-01T04:00:00.000Z', attempts: 0, lease: null },
    ])
  })

  test('several missed runs are made up for by one', async () => {
    let ticks = 0
    const forum = await openTicking('0 * * * *', async () => {
      ticks += 1
    })
    forum.clock.advance(5 * 3600)
    await forum.settled()
    expect(ticks).toBe(1)
  })

  test('an enqueued run is an additional one', async () => {
    let ticks = 0
    const forum = await openTicking('0 * * * *', async () => {
      ticks += 1
    })
    await forum.current.write(forum.asSystem(), (context) => enqueueJob(context, 'tick', {}))
    await forum.settled()
    expect({ ticks, jobs: (await rowsOf(forum, 'jobs')).filter(({ every }) => every === null) }).toEqual({
      ticks: 1,
      jobs: [],
    })
    expect(await ticksOf(forum)).toMatchObject([{ due_at: '2024-01-01T01:00:00.000Z' }])
  })

  test('a changed schedule replaces the stored one, and rebuilding changes nothing', async () => {
    const forum = await openTicking('0 * * * *', async () => {})
    const [before] = await ticksOf(forum)
    await forum.rebuild()
    expect(await ticksOf(forum)).toEqual([before])
    const { jobs } = forum.installed[0]?.declaration ?? {}
    Object.assign(jobs?.tick ?? {}, { every: '30 * * * *' })
    await forum.rebuild()
    expect(await ticksOf(forum)).toMatchObject([{ id: before?.id, due_at: '2024-01-01T00:30:00.000Z' }])
  })

  test('a changed schedule does not prolong the lease of a running job', async () => {
    let ticks = 0
    const tick = async () => {
      ticks += 1
    }
    const forum = await openTicking('0 * * * *', tick, 2)
    forum.clock.advance(3600)
    // The process dies.
    await claimJobs(forum.current.database, 50)
    const { jobs } = forum.installed[0]?.declaration ?? {}
    Object.assign(jobs?.tick ?? {}, { every: '30 * * * *' })
    await forum.rebuild()
    await forum.settled()
    expect(ticks).toBe(0)
    forum.clock.advance(leaseSeconds + 1)
    await forum.settled()
    expect(ticks).toBe(1)
    expect(await ticksOf(forum)).toMatchObject([{ due_at: '2024-01-01T01:30:00.000Z', lease: null }])
  })
})
