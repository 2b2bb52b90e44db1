import { makeUser, onBothDatabases, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moderators } from '../../points/context/actor.ts'
import type { Extension } from '../../points/extension.ts'
import { type Jobs, PermanentFailure } from '../../points/jobs/jobs.ts'
import { enqueueJob, type JobOptions } from './enqueue-job.ts'

const notes: string[] = []
let isBroken = true

const declaration: Extension = {
  jobs: {
    write: {
      schema: z.object({ text: z.string() }),
      describe: () => 'A note',
      async run({ text }: { text: string }) {
        if (isBroken) throw new PermanentFailure('Out of ink')
        notes.push(text)
      },
    },
  } as Jobs,
}

const enqueue = ({ current, asSystem }: TestForum, text: string, options?: JobOptions) =>
  current.write(asSystem(), (context) => enqueueJob(context, 'write' as never, { text } as never, options))

onBothDatabases((open) => {
  /** Opens a forum with a failed job for each text. */
  async function openFailed(...texts: string[]) {
    notes.length = 0
    isBroken = true
    const extensions = [{ id: 'notes', title: 'Notes', version: '1.0.0', declaration }]
    const forum = await open({ extensions })
    for (const text of texts) {
      await enqueue(forum, text, { key: text })
      await forum.settled()
      forum.clock.advance(1)
    }
    isBroken = false
    const admin = await forum.as(1)
    const list = async () => (await admin.get('/api/failed-jobs')).body.data
    return { forum, admin, list }
  }

  test('administrators see failed jobs, the newest first, without their payloads', async () => {
    const { admin, list } = await openFailed('secret one', 'secret two')
    const jobs = await list()
    expect(jobs.map(({ attributes }) => attributes)).toEqual([
      {
        ...{ name: 'write', description: 'A note', recipient: null, error: 'Out of ink', attempts: 1 },
        ...{ createdAt: '2024-01-01T00:00:01+00:00', failedAt: '2024-01-01T00:00:01+00:00' },
      },
      {
        ...{ name: 'write', description: 'A note', recipient: null, error: 'Out of ink', attempts: 1 },
        ...{ createdAt: '2024-01-01T00:00:00+00:00', failedAt: '2024-01-01T00:00:00+00:00' },
      },
    ])
    const { text, body } = await admin.get('/api/failed-jobs?page[limit]=1')
    expect(text).not.toMatch(/secret|payload/)
    expect(body.data).toHaveLength(1)
    expect(body.links?.next).toBeDefined()
  })

  test('the list takes as many queries for many jobs as for one', async () => {
    const { forum, admin, list } = await openFailed('one')
    const { database } = forum.current
    const queriesOfList = async () => {
      const before = database.queries
      const jobs = await list()
      return { length: jobs.length, queries: database.queries - before }
    }
    await list()
    await forum.settled()
    const { queries } = await queriesOfList()
    const [job] = await database.read.selectFrom('failed_jobs').selectAll().execute()
    if (!job) throw new Error('Nothing failed')
    const copies = Array.from({ length: 70 }, (_, n) => ({ ...job, id: job.id + n + 1 }))
    await database.transaction((db) => db.insertInto('failed_jobs').values(copies).execute())
    expect(await queriesOfList()).toEqual({ length: 20, queries })
    const last = await admin.get('/api/failed-jobs?page[limit]=50&page[offset]=50')
    expect(last.body.data).toHaveLength(21)
  })

  test('a failed job can be retried until it succeeds', async () => {
    const { forum, admin, list } = await openFailed('one')
    const [job] = await list()
    const retry = () => admin.post(`/api/failed-jobs/${job?.id}/retry`)
    isBroken = true
    expect((await retry()).status).toBe(204)
    await forum.settled()
    expect((await list()).map(({ id }) => id)).toEqual([job?.id])
    isBroken = false
    const answers = await Promise.all([retry(), retry()])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
    await forum.settled()
    expect({ notes, failed: await list() }).toEqual({ notes: ['one'], failed: [] })
    expect((await retry()).status).toBe(404)
  })

  test('a retry changes nothing while a job with the same key waits', async () => {
    const { forum, admin, list } = await openFailed('one')
    await enqueue(forum, 'another', { key: 'one' })
    expect((await admin.post(`/api/failed-jobs/${(await list())[0]?.id}/retry`)).status).toBe(204)
    await forum.settled()
    expect({ notes, failed: await list() }).toEqual({ notes: ['another'], failed: [] })
  })

  test('a failed job can be deleted', async () => {
    const { forum, admin, list } = await openFailed('one', 'two')
    const [two] = await list()
    expect((await admin.delete(`/api/failed-jobs/${two?.id}`)).status).toBe(204)
    expect((await admin.delete(`/api/failed-jobs/${two?.id}`)).status).toBe(404)
    await forum.settled()
    expect({ notes, failed: (await list()).length }).toEqual({ notes: [], failed: 1 })
  })

  test('only administrators can see, retry and delete failed jobs', async () => {
    const { forum, list } = await openFailed('one')
    const [job] = await list()
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    for (const client of [await forum.as(moderator), await forum.as(await makeUser(forum))]) {
      expect((await client.get('/api/failed-jobs')).status).toBe(403)
      for (const id of [job?.id, '12345', 'x']) {
        expect((await client.post(`/api/failed-jobs/${id}/retry`)).status).toBe(403)
        expect((await client.delete(`/api/failed-jobs/${id}`)).status).toBe(404)
      }
    }
    const guest = forum.browser()
    await guest.get('/api')
    expect((await guest.get('/api/failed-jobs')).status).toBe(403)
    expect((await guest.post(`/api/failed-jobs/${job?.id}/retry`)).status).toBe(403)
    expect((await guest.delete(`/api/failed-jobs/${job?.id}`)).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })

  test.each(['0', '-1', 'x', '1.5', '9'.repeat(30), '%00', '__proto__'])('the id %j is 404', async (id) => {
    const { admin } = await openFailed()
    expect((await admin.post(`/api/failed-jobs/${id}/retry`)).status).toBe(404)
    expect((await admin.delete(`/api/failed-jobs/${id}`)).status).toBe(404)
  })
})
