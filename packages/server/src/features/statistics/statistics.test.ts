import { AsyncLocalStorage } from 'node:async_hooks'
import {
  changePost,
  makeDiscussion,
  makePost,
  makeUser,
  onBothDatabases,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { expectConsistent } from '@parley/testing/writers'
import { expect, test, vi } from 'vitest'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { secondsOf, startOf, type Unit, units } from '../../points/statistics/periods.ts'
import { combineStatistics } from '../../points/statistics/statistics.ts'
import { changesAt, storeChanges } from './counts.ts'
import { readCounts } from './read.ts'
import { recountStatistics } from './recount.ts'

/** The count of a series in the period of each unit that contains a time. */
async function countsAt({ current: { database } }: TestForum, series: string, time: string) {
  const counts: Partial<Record<Unit, number>> = {}
  for (const unit of units) {
    const start = startOf(unit, secondsOf(time))
    const found = await readCounts(database, { series: [series], unit, from: start, to: start + 1 })
    counts[unit] = found.get(series)?.get(start) ?? 0
  }
  return counts
}

const all = (count: number) => ({ hour: count, day: count, week: count, month: count })

/** Runs a function outside the current transaction. */
const outsideTransaction = AsyncLocalStorage.snapshot()

/** An extension that counts the failed jobs that it reports. */
const reporting: InstalledExtension = {
  id: 'reporting',
  title: 'Reporting',
  version: '1.0.0',
  declaration: {
    statistics: {
      reports: { label: 'reporting.admin.reports', rows: { table: 'failed_jobs', time: 'failed_at' } },
    },
  },
}

onBothDatabases((open, kind) => {
  const countsNow = (forum: TestForum, series: string) =>
    countsAt(forum, series, forum.clock.now().toISOString())

  test('what is created counts in its hour, day, week and month', async () => {
    const forum = await open()
    const asAdmin = await forum.as(1)
    const { body } = await startDiscussion(asAdmin, { title: 'A title', content: 'A text' })
    forum.clock.advance(3600)
    await replyTo(await forum.as(1), Number(body.data.id))
    expect(await countsNow(forum, 'users')).toEqual({ ...all(1), hour: 0 })
    expect(await countsNow(forum, 'discussions')).toEqual({ ...all(1), hour: 0 })
    expect(await countsNow(forum, 'posts')).toEqual({ ...all(2), hour: 1 })
    await expectConsistent(forum)
  })

  test('hidden content counts, deleted content is subtracted where it was created', async () => {
    const forum = await open()
    const { id, first_post_id } = await makeDiscussion(forum, { posts: [{}, {}] })
    const created = forum.clock.now().toISOString()
    forum.clock.advance(40 * 86_400)
    const asAdmin = await forum.as(1)
    await changePost(asAdmin, first_post_id ?? 0, { isHidden: true })
    expect((await countsAt(forum, 'posts', created)).day).toBe(2)
    const post = await makePost(forum, id)
    await asAdmin.delete(`/api/posts/${post.id}`)
    await asAdmin.delete(`/api/posts/${first_post_id}`)
    expect((await countsAt(forum, 'posts', created)).month).toBe(1)
    expect(await countsNow(forum, 'posts')).toEqual(all(0))
    await expectConsistent(forum)
  })

  test('the deletion of a discussion subtracts its comments, whenever they were created', async () => {
    const forum = await open()
    const asAdmin = await forum.as(1)
    const old = '2023-05-04T10:00:00.000Z'
    const posts = [{ created_at: old }, ...Array.from({ length: 2100 }, () => ({}))]
    const { id } = await makeDiscussion(forum, { posts, created_at: old })
    await makePost(forum, id)
    await makePost(forum, id, { type: 'discussionRenamed', content: '["A","B"]' })
    expect((await countsAt(forum, 'posts', old)).month).toBe(2101)
    expect((await asAdmin.delete(`/api/discussions/${id}`)).status).toBe(204)
    expect((await countsAt(forum, 'posts', old)).month).toBe(0)
    expect((await countsAt(forum, 'discussions', old)).week).toBe(0)
    expect((await countsNow(forum, 'posts')).week).toBe(0)
    await expectConsistent(forum)
  })

  test('a transaction that fails counts nothing, and an unknown series is a fault', async () => {
    const forum = await open()
    const { current, asSystem } = forum
    const failing = current.write(asSystem(), async (context) => {
      context.count('posts', current.now().toISOString(), 1)
      throw new Error('No')
    })
    await expect(failing).rejects.toThrow('No')
    const unknown = current.write(asSystem(), async (context) => context.count('reports', '2024-01-01', 1))
    await expect(unknown).rejects.toThrow("No series 'reports' is declared")
    expect(await countsNow(forum, 'posts')).toEqual(all(0))
  })

  test('a member is active once in each period', async () => {
    const forum = await open()
    const [ann, bob] = [await makeUser(forum), await makeUser(forum)]
    const visit = async (user: { id: number }) => {
      await (await forum.as(user)).get('/api')
      await forum.settled()
    }
    forum.clock.set('2024-01-31T22:59:00Z') // A Wednesday.
    await visit(ann)
    await visit(bob)
    await visit(ann)
    expect(await countsNow(forum, 'activeMembers')).toEqual(all(2))
    // A minute later, in the next hour.
    forum.clock.set('2024-01-31T23:00:00Z')
    await visit(ann)
    expect(await countsNow(forum, 'activeMembers')).toEqual({ ...all(2), hour: 1 })
    forum.clock.set('2024-02-01T00:00:30Z')
    await visit(ann)
    expect(await countsNow(forum, 'activeMembers')).toEqual({ hour: 1, day: 1, week: 2, month: 1 })
    await expectConsistent(forum)
    expect(await countsAt(forum, 'activeMembers', '2024-01-31T23:00:00Z')).toEqual({
      ...{ hour: 1, day: 2, week: 2, month: 2 },
    })
  })

  test('a deleted member is no longer new, nor active in the current periods', async () => {
    const forum = await open()
    const leaving = await makeUser(forum)
    const asLeaving = await forum.as(leaving)
    await asLeaving.get('/api')
    await forum.settled()
    const before = forum.clock.now().toISOString()
    forum.clock.set('2024-01-02T00:00:00Z')
    await asLeaving.get('/api')
    await forum.settled()
    await (await forum.as(1)).delete(`/api/users/${leaving.id}`)
    await forum.settled()
    expect((await countsAt(forum, 'users', before)).day).toBe(1)
    expect(await countsNow(forum, 'activeMembers')).toEqual(all(1))
    expect((await countsAt(forum, 'activeMembers', before)).day).toBe(1)
    await expectConsistent(forum)
  })

  test('a recount finds wrong counts, and repairs them while others are stored', async () => {
    const forum = await open()
    await makeDiscussion(forum, { posts: [{}, {}] })
    const { database, points } = forum.current
    const now = forum.clock.now()
    await database.transaction(async (db) => {
      await db.updateTable('statistics').set({ count: 70 }).where('unit', '=', 'week').execute()
      await db.deleteFrom('statistics').where('unit', '=', 'day').where('series', '=', 'posts').execute()
    })
    const recounted = () => recountStatistics(database.read, points.statistics, { now })
    const found = await recounted()
    expect(found.map(({ counter, id }) => `${counter} ${id}`)).toEqual([
      'statistics.users week 2024-01-01',
      'statistics.discussions week 2024-01-01',
      'statistics.posts day 2024-01-01',
      'statistics.posts week 2024-01-01',
    ])
    expect(found[2]).toMatchObject({ stored: '0', counted: '2' })
    await recountStatistics(database.read, points.statistics, {
      now,
      repair: (changes) => database.transaction((db) => storeChanges(db, database.dialect, changes)),
    })
    expect(await recounted()).toEqual([])
  })

  test('a job deletes hours that are not kept, and merges the shards of the past', async () => {
    const forum = await open()
    const { database } = forum.current
    for (let n = 0; n < 12; n++) await makeDiscussion(forum)
    const created = forum.clock.now().toISOString()
    forum.clock.advance(70 * 86_400)
    await makeDiscussion(forum)
    await forum.settled()
    const rows = await database.read
      .selectFrom('statistics')
      .selectAll()
      .where('series', '=', 'discussions')
      .orderBy('start')
      .execute()
    const old = rows.filter(({ start }) => start <= secondsOf(created))
    expect(old.map(({ unit, shard, count }) => `${unit} ${shard} ${count}`).sort()).toEqual([
      'day 0 12',
      'month 0 12',
      'week 0 12',
    ])
    expect(rows.filter(({ unit }) => unit === 'hour')).toHaveLength(1)
    await expectConsistent(forum)
  })

  test('an hour later every period of the past has one row', async () => {
    const forum = await open()
    for (let n = 0; n < 12; n++) await makeDiscussion(forum)
    forum.clock.advance(3600)
    await forum.settled()
    const { read } = forum.current.database
    const shards = await read.selectFrom('statistics').select('shard').distinct().execute()
    expect(shards).toEqual([{ shard: 0 }])
    expect(await countsAt(forum, 'discussions', '2024-01-01T00:00:00Z')).toEqual(all(12))
    await expectConsistent(forum)
  })

  test('an extension counts a series of its own, and a recount counts its rows', async () => {
    const forum = await open({ extensions: [reporting] })
    const { current, asSystem } = forum
    const failed_at = current.now().toISOString()
    const job = { name: 'digest', attempts: 1, error: 'No', created_at: failed_at, failed_at }
    await current.write(asSystem(), async (context) => {
      await context.db
        .insertInto('failed_jobs')
        .values({ ...job, id: 1 })
        .execute()
      context.count('reports', failed_at, 1)
    })
    expect(await countsNow(forum, 'reports')).toEqual(all(1))
    await expectConsistent(forum)
    await current.database.transaction((db) =>
      db
        .insertInto('failed_jobs')
        .values({ ...job, id: 2 })
        .execute(),
    )
    const found = await recountStatistics(current.database.read, current.points.statistics, {
      now: current.now(),
    })
    expect(found.map(({ id, stored, counted }) => [id, stored, counted])).toEqual([
      ['hour 2024-01-01T00', '1', '2'],
      ['day 2024-01-01', '1', '2'],
      ['week 2024-01-01', '1', '2'],
      ['month 2024-01-01', '1', '2'],
    ])
    const { body } = await (await forum.as(1)).get('/api/admin/statistics')
    const { series } = body as unknown as { series: { name: string }[] }
    expect(series.map(({ name }) => name)).toContain('reports')
  })

  if (kind === 'postgres') {
    test('writers of different shards do not wait for each other', async () => {
      const forum = await open()
      const { database, now } = forum.current
      const changes = changesAt({ series: 'posts', at: now().toISOString(), change: 1, now: now() })
      const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5)
      await database.transaction(async (db) => {
        await storeChanges(db, database.dialect, changes)
        // Would wait for the outer transaction, and that for this one, if both had the same row.
        await outsideTransaction(() =>
          database.transaction((other) => storeChanges(other, database.dialect, changes)),
        )
      })
      random.mockRestore()
      expect(await countsNow(forum, 'posts')).toEqual(all(2))
    })
  }
})

test('series are absent by default, and faults of a declaration name its extension', () => {
  const rows = { table: 'posts', time: 'created_at' } as const
  const combine = (section: Parameters<typeof combineStatistics>[0][number]['section']) =>
    combineStatistics([{ owner: 'reporting', section }])
  expect(combine(undefined).size).toBe(0)
  expect(combine({ reports: { label: 'reporting.admin.reports', rows } }).get('reports')?.owner).toBe(
    'reporting',
  )
  expect(() => combine({ 'my reports': { label: 'reporting.admin.reports', rows } })).toThrow(ExtensionError)
  expect(() => combine({ reports: { label: 'Reports', rows } })).toThrow('is no locale key')
})
