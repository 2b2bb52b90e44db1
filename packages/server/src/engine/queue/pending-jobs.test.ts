import { makeUser, onBothDatabases, planOf, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moderators } from '../../points/context/actor.ts'
import type { Extension } from '../../points/extension.ts'
import type { Jobs } from '../../points/jobs/jobs.ts'
import { enqueueJob } from './enqueue-job.ts'

const delivered: string[] = []
let isBroken = false

const declaration: Extension = {
  jobs: {
    deliver: {
      schema: z.object({ to: z.string(), secret: z.string() }),
      describe: () => 'A letter',
      recipient: ({ to }: { to: string }) => to,
      async run({ to }: { to: string }) {
        if (isBroken) throw new Error('The road is closed')
        delivered.push(to)
      },
    },
  } as Jobs,
}
const extensions = [{ id: 'post-office', title: 'Post office', version: '1.0.0', declaration }]
const inAnHour = 3_600_000

const enqueue = ({ current, asSystem, clock }: TestForum, to: string) =>
  current.write(asSystem(), (context) =>
    enqueueJob(context, 'deliver' as never, { to, secret: 'sesame' } as never, {
      at: new Date(clock.now().getTime() + inAnHour),
    }),
  )

onBothDatabases((open) => {
  async function openWaiting(...recipients: string[]) {
    delivered.length = 0
    isBroken = false
    const forum = await open({ extensions })
    for (const to of recipients) {
      await enqueue(forum, to)
      forum.clock.advance(1)
    }
    const admin = await forum.as(1)
    const list = async (query = 'filter[name]=deliver') => (await admin.get(`/api/jobs?${query}`)).body.data
    return { forum, admin, list }
  }

  test('administrators see what waits, the newest first, without payloads', async () => {
    const { admin, list } = await openWaiting('ann', 'bob')
    expect((await list()).map(({ attributes }) => attributes)).toMatchObject([
      {
        name: 'deliver',
        description: 'A letter',
        recipient: 'bob',
        attempts: 0,
        error: null,
        isRunning: false,
      },
      { recipient: 'ann' },
    ])
    expect(await list('filter[name]=mail.send')).toEqual([])
    expect((await admin.get('/api/jobs')).text).not.toContain('sesame')
  })

  test('a job that failed waits with its error, runs when it is told to, and is gone', async () => {
    const { forum, admin, list } = await openWaiting('ann')
    const [job] = await list()
    const run = async () => {
      const { status } = await admin.post(`/api/jobs/${job?.id}/run`)
      await forum.settled()
      return status
    }
    isBroken = true
    expect(await run()).toBe(204)
    expect((await list())[0]?.attributes).toMatchObject({ attempts: 1, error: 'The road is closed' })
    isBroken = false
    expect(await run()).toBe(204)
    expect({ delivered, waiting: await list() }).toEqual({ delivered: ['ann'], waiting: [] })
    expect(await run()).toBe(404)
  })

  test('a waiting job can be deleted, a running one can be neither deleted nor run', async () => {
    const { forum, admin, list } = await openWaiting('ann', 'bob')
    const [bob, ann] = await list()
    expect((await admin.delete(`/api/jobs/${bob?.id}`)).status).toBe(204)
    await forum.current.database.transaction((db) =>
      db.updateTable('jobs').set({ lease: 'taken' }).where('name', '=', 'deliver').execute(),
    )
    expect((await list())[0]?.attributes).toMatchObject({ recipient: 'ann', isRunning: true })
    expect((await admin.delete(`/api/jobs/${ann?.id}`)).status).toBe(409)
    expect((await admin.post(`/api/jobs/${ann?.id}/run`)).status).toBe(409)
    expect(await list()).toHaveLength(1)
  })

  test('recurring jobs are not listed, and cannot be deleted', async () => {
    const { forum, admin, list } = await openWaiting()
    const { id } = await forum.current.database.read
      .selectFrom('jobs')
      .select('id')
      .where('every', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(await list('')).toEqual([])
    expect((await admin.delete(`/api/jobs/${id}`)).status).toBe(404)
  })

  test('only administrators see, run and delete jobs', async () => {
    const { forum, list } = await openWaiting('ann')
    const [job] = await list()
    for (const client of [
      await forum.as(await makeUser(forum, { groupIds: [moderators] })),
      await forum.as(await makeUser(forum)),
    ]) {
      expect((await client.get('/api/jobs')).status).toBe(403)
      expect((await client.post(`/api/jobs/${job?.id}/run`)).status).toBe(403)
      expect((await client.delete(`/api/jobs/${job?.id}`)).status).toBe(404)
    }
    expect((await forum.guest().get('/api/jobs')).status).toBe(403)
    expect(await list()).toHaveLength(1)
  })

  test('lists by name are read by an index', async () => {
    const { forum } = await openWaiting('ann')
    const { read } = forum.current.database
    const newest = read
      .selectFrom('jobs')
      .selectAll()
      .where('name', '=', 'deliver')
      .where('every', 'is', null)
      .orderBy('created_at', 'desc')
    const plan = await planOf(forum.current.database, newest.orderBy('id', 'desc').limit(21).compile(), {
      without: ['seqscan', 'sort', 'bitmapscan'],
    })
    expect(plan).toMatch(/jobs_name/)
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
  })
})
