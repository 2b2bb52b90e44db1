import {
  examinedRows,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  onBothDatabases,
  planOf,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { members } from '../../points/context/actor.ts'
import { secondsOf } from '../../points/statistics/periods.ts'
import { repairCoreStatistics } from './recount.ts'
import type { Report } from './report.ts'

/** Stores `count` comments in one statement, spread over the ten days before the forum's time. */
async function storeComments({ current: { database, now } }: TestForum, count: number): Promise<void> {
  const isSqlite = database.dialect.name === 'sqlite'
  const end = now().toISOString()
  const time = isSqlite
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${end}, '-' || (n % 10) || ' days')`
    : sql`${end}::timestamptz - make_interval(days => (n % 10)::int)`
  await database.transaction(async (db) => {
    const { id } = await db
      .insertInto('discussions')
      .values({ title: 'Many', slug: 'many', comment_count: 0, created_at: end, user_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into posts (discussion_id, number, created_at, type, content)
      select ${id}, n, ${time}, 'comment', '' from numbers`.execute(db)
    await repairCoreStatistics(db, database.dialect, now())
  })
}

onBothDatabases((open, kind) => {
  async function openWithContent() {
    const forum = await open()
    forum.clock.set('2026-03-15T12:30:00Z')
    const at = (created_at: string) => makeDiscussion(forum, { created_at })
    await at('2024-03-15T08:00:00.000Z')
    await at('2024-03-14T08:00:00.000Z')
    await at('2026-03-13T23:00:00.000Z')
    await at('2026-03-14T11:00:00.000Z')
    await at('2026-03-14T12:10:00.000Z')
    await at('2026-03-15T00:20:00.000Z')
    const { id } = await at('2026-03-15T12:00:00.000Z')
    await makePost(forum, id, { created_at: '2026-03-15T12:10:00.000Z' })
    const asAdmin = await forum.as(1)
    return { forum, get: (query: string) => asAdmin.get(`/api/statistics?${query}`) }
  }

  const key = (time: string) => String(secondsOf(time))

  describe('GET /api/statistics', () => {
    test('is for administrators, and for those with the permission', async () => {
      const forum = await open()
      const member = await forum.as(await makeUser(forum))
      for (const path of [
        '/api/statistics?period=lifetime',
        '/api/admin/statistics',
        '/api/admin/statistics.csv',
      ]) {
        expect((await forum.guest().get(path)).status).toBe(403)
        expect((await member.get(path)).status).toBe(403)
      }
      await grant(forum, 'statistics.view', [members])
      for (const path of [
        '/api/statistics?period=lifetime',
        '/api/admin/statistics',
        '/api/admin/statistics.csv',
      ])
        expect((await member.get(path)).status).toBe(200)
    })

    test('statistics-1 counts all users, discussions and comments, for five minutes', async () => {
      const { forum, get } = await openWithContent()
      expect((await get('period=lifetime&model=')).body).toEqual({ users: 1, discussions: 7, posts: 8 })
      await makeDiscussion(forum)
      forum.clock.advance(299)
      expect((await get('period=lifetime')).body).toEqual({ users: 1, discussions: 7, posts: 8 })
      forum.clock.advance(1)
      expect((await get('period=lifetime')).body).toEqual({ users: 1, discussions: 8, posts: 9 })
    })

    test('statistics-2 counts two years by the day, and the last 25 hours by the hour', async () => {
      const { forum, get } = await openWithContent()
      const expected = {
        [key('2024-03-15T00:00:00Z')]: 1,
        [key('2026-03-13T00:00:00Z')]: 1,
        [key('2026-03-14T00:00:00Z')]: 1,
        [key('2026-03-14T12:00:00Z')]: 1,
        [key('2026-03-15T00:00:00Z')]: 1,
        [key('2026-03-15T12:00:00Z')]: 2,
      }
      expect((await get('model=posts')).body).toEqual(expected)
      await makeDiscussion(forum)
      forum.clock.advance(299)
      expect((await get('model=posts')).body).toEqual(expected)
      forum.clock.advance(1)
      expect((await get('period=other&model=posts')).body).toEqual({
        ...expected,
        [key('2026-03-15T12:00:00Z')]: 3,
      })
    })

    test('a custom range is doubled backwards', async () => {
      const { get } = await openWithContent()
      const range = (start: string, end: string) =>
        get(`period=custom&model=discussions&dateRange[start]=${key(start)}&dateRange[end]=${key(end)}`).then(
          ({ body }) => body,
        )
      expect(await range('2024-03-15T00:00:00Z', '2024-03-16T00:00:00Z')).toEqual({
        [key('2024-03-14T00:00:00Z')]: 1,
        [key('2024-03-15T00:00:00Z')]: 1,
      })
      // The day of the 14th lies in the range only in part.
      expect(await range('2026-03-15T00:00:00Z', '2026-03-15T12:00:00Z')).toEqual({
        [key('2026-03-14T00:00:00Z')]: 1,
        [key('2026-03-14T12:00:00Z')]: 1,
        [key('2026-03-15T00:00:00Z')]: 1,
      })
      expect(await range('2020-01-01T00:00:00Z', '2020-02-01T00:00:00Z')).toEqual([])
      expect(Object.values(await range('0001-01-01T00:00:00Z', '9999-01-01T00:00:00Z'))).toEqual([
        ...[1, 1, 1, 1, 1, 1, 1],
      ])
    })

    test('refuses other models, and ranges that are none', async () => {
      const { get } = await openWithContent()
      for (const query of [
        '',
        'model=groups',
        'model[]=posts',
        'period=custom&model=posts',
        'period=custom&model=posts&dateRange=5',
        'period=custom&model=posts&dateRange[start]=5',
        'period=custom&model=posts&dateRange[start]=5&dateRange[end]=x',
        'period=custom&model=posts&dateRange[start]=5&dateRange[end]=4',
        'period=custom&model=posts&dateRange[start]=5&dateRange[end]=1e300',
      ])
        expect({ query, status: (await get(query)).status }).toEqual({ query, status: 400 })
    })
  })

  describe('GET /api/admin/statistics', () => {
    const reportOf = async (forum: TestForum, query: string) => {
      const { status, body } = await (await forum.as(1)).get(`/api/admin/statistics?${query}`)
      expect({ query, status }).toEqual({ query, status: 200 })
      return body as unknown as Report
    }

    test('counts a range by its unit, beside the range before', async () => {
      const { forum } = await openWithContent()
      const report = await reportOf(forum, 'from=2026-03-14&to=2026-03-15')
      expect(report).toMatchObject({ unit: 'day', from: '2026-03-14', to: '2026-03-15' })
      expect(report.starts.map(String)).toEqual([key('2026-03-14T00:00:00Z'), key('2026-03-15T00:00:00Z')])
      expect(report.series.map(({ name, label }) => `${name}: ${label}`)).toEqual([
        'users: New members',
        'discussions: New discussions',
        'posts: New posts',
        'activeMembers: Active members',
      ])
      const [, , posts, active] = report.series
      expect(posts).toEqual({
        ...{ name: 'posts', label: 'New posts', isActivity: false, counts: [2, 3] },
        ...{ total: 5, previousTotal: 1, lifetime: 8 },
        day: { current: 3, previous: 2 },
        week: { current: 6, previous: 0 },
        month: { current: 6, previous: 0 },
      })
      expect(active).toMatchObject({ isActivity: true, total: null, previousTotal: null, lifetime: null })
    })

    test('widens a range to whole weeks and months', async () => {
      const { forum } = await openWithContent()
      const weeks = await reportOf(forum, 'from=2026-03-14&to=2026-03-16&unit=week')
      expect(weeks).toMatchObject({ from: '2026-03-09', to: '2026-03-22' })
      expect(weeks.series[1]?.counts).toEqual([5, 0])
      const months = await reportOf(forum, 'from=2024-03-31&to=2024-04-01&unit=month')
      expect(months).toMatchObject({ from: '2024-03-01', to: '2024-04-30' })
      expect(months.series[1]?.counts).toEqual([2, 0])
      const hours = await reportOf(forum, 'from=2026-03-14&to=2026-03-15&unit=hour')
      expect(hours.starts).toHaveLength(48)
      expect(hours.series[2]?.counts[36]).toBe(2)
      const today = await reportOf(forum, 'period=day')
      expect(today).toMatchObject({ unit: 'hour', from: '2026-03-15', to: '2026-03-15' })
      expect(today.series[2]?.counts).toEqual([1, ...Array(11).fill(0), 2])
      const week = await reportOf(forum, 'period=week')
      expect(week).toMatchObject({ unit: 'day', from: '2026-03-09', to: '2026-03-15' })
      expect(await reportOf(forum, 'period=month')).toMatchObject({ from: '2026-03-01', to: '2026-03-15' })
      const recent = await reportOf(forum, '')
      expect(recent).toMatchObject({ unit: 'day', from: '2026-02-16', to: '2026-03-15' })
    })

    test('refuses days that are none, and more periods than a chart can show', async () => {
      const { forum } = await openWithContent()
      const asAdmin = await forum.as(1)
      for (const query of [
        'from=2026-02-30',
        'from=yesterday',
        'unit=year',
        'period=year',
        'from=2026-03-15&to=2026-03-14',
        'from=2020-01-01',
        'from=0001-01-01&unit=month',
        'from=2026-03-12&to=2026-03-15&unit=hour',
        'from[]=2026-03-12',
      ]) {
        for (const path of ['/api/admin/statistics', '/api/admin/statistics.csv'])
          expect({ query, status: (await asAdmin.get(`${path}?${query}`)).status }).toEqual({
            query,
            status: 400,
          })
      }
    })

    test('exports the same as a file', async () => {
      const { forum } = await openWithContent()
      const asAdmin = await forum.as(1)
      await asAdmin.get('/api')
      await forum.settled()
      const { headers, text } = await asAdmin.get('/api/admin/statistics.csv?from=2026-03-14&to=2026-03-15')
      expect(headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(headers['content-disposition']).toBe(
        'attachment; filename="statistics-2026-03-14-2026-03-15-day.csv"',
      )
      expect(text.split('\r\n')).toEqual([
        '\uFEFFPeriod (UTC),New members,New discussions,New posts,Active members',
        '2026-03-14,0,2,2,0',
        '2026-03-15,0,2,3,1',
        '',
      ])
      const hours = await asAdmin.get('/api/admin/statistics.csv?from=2026-03-15&to=2026-03-15&unit=hour')
      expect(hours.text.split('\r\n')[13]).toBe('2026-03-15T12:00Z,0,1,2,1')
    })

    test('reads the same rows of the statistics with few posts and with a hundred times as many', async () => {
      const paths = [
        '/api/admin/statistics',
        '/api/statistics?model=posts',
        '/api/statistics?period=lifetime',
      ]
      const readOf = async (count: number) => {
        const forum = await open()
        await storeComments(forum, count)
        const { database } = forum.current
        const reads: string[] = []
        for (const path of paths) {
          const statements = (await selectsOf(forum, path)).filter(
            ({ sql: text }) => !/"users"|"groups"/.test(text),
          )
          for (const statement of statements) {
            expect(statement.sql).toContain('from "statistics"')
            if (kind === 'sqlite') {
              const { examined, returned } = await examinedRows(database, ['statistics', 'posts'], statement)
              reads.push(`${path}: ${examined} of ${returned}`)
            } else {
              const plan = await planOf(database, statement, { without: ['seqscan'], run: true })
              expect(plan).toContain('statistics_pkey')
              reads.push(path)
            }
          }
        }
        return reads
      }
      // PostgreSQL takes long to store so many.
      const [few, many] = [await readOf(1000), await readOf(kind === 'sqlite' ? 100_000 : 10_000)]
      expect(few.length).toBe(4)
      expect(many).toEqual(few)
    }, 120_000)
  })
})
