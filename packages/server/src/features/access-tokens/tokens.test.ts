import { admin, eachTestForum, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import type { ClientInfo } from '../../points/context/context.ts'
import { createAccessToken, isAlive, recordUse } from './tokens.ts'

const types = ['session', 'session_remember', 'developer'] as const
const day = 24 * 3600

test.each([
  ['B016', 30 * 60, ['session', 'session_remember', 'developer']],
  ['B017', 90 * 60, ['session_remember', 'developer']],
  ['years', 6 * 365 * day, ['developer']],
])('%s after %d idle seconds, %j are valid', (_, seconds, alive) => {
  const used = new Date('2024-01-01T00:00:00Z')
  const now = new Date(used.getTime() + seconds * 1000)
  const valid = types.filter((type) =>
    isAlive({ type, created_at: used.toISOString(), last_activity_at: used.toISOString() }, now),
  )
  expect(valid).toEqual(alive)
})

const tokenRow = (forum: TestForum) =>
  forum.current.database.read.selectFrom('access_tokens').selectAll().executeTakeFirstOrThrow()

eachTestForum((open) => {
  test('tokens are unguessable, and only their hash is stored', async () => {
    const forum = await open()
    const { database, now } = forum.current
    const made = await Promise.all(
      types.map((type) =>
        database.transaction((db) => createAccessToken(db, { userId: 1, type, now: now() })),
      ),
    )
    for (const { token } of made) expect(token).toMatch(/^[A-Za-z0-9]{40}$/)
    const rows = await database.read.selectFrom('access_tokens').selectAll().execute()
    for (const { token } of made) expect(JSON.stringify(rows)).not.toContain(token)
    const used = rows.filter(({ last_activity_at }) => last_activity_at !== null).map(({ type }) => type)
    expect(used.sort()).toEqual(['session', 'session_remember'])
  })

  test('using a token stores the time at most every 90 seconds, with address and user agent', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const use = async (userAgent: string) => {
      await Promise.all([1, 2, 3].map(() => client.get('/api', { 'user-agent': userAgent })))
      await forum.settled()
      const { last_activity_at, last_ip_address, last_user_agent } = await tokenRow(forum)
      return { at: last_activity_at, address: last_ip_address, userAgent: last_user_agent }
    }
    forum.clock.advance(90)
    const first = { at: '2024-01-01T00:01:31.000Z', address: '127.0.0.1', userAgent: 'first' }
    expect(await use('early')).toEqual({ at: '2024-01-01T00:00:00.000Z', address: null, userAgent: null })
    forum.clock.advance(1)
    expect(await use('first')).toEqual(first)
    forum.clock.advance(90)
    expect(await use('second')).toEqual(first)
    forum.clock.advance(1)
    expect(await use('third')).toEqual({ ...first, at: '2024-01-01T00:03:02.000Z', userAgent: 'third' })
  })

  test('B020 B022 use without a request has no address; long user agents are truncated', async () => {
    const forum = await open()
    const { id } = await forum.current.database.transaction((db) =>
      createAccessToken(db, { userId: 1, type: 'session', now: forum.clock.now() }),
    )
    const record = (client?: ClientInfo) =>
      forum.current.database.transaction((db) =>
        recordUse(db, id, { now: forum.clock.now(), ...(client && { client }) }),
      )
    await record({ ip: '::1', userAgent: 'x'.repeat(500) })
    expect(await tokenRow(forum)).toMatchObject({ last_ip_address: '::1', last_user_agent: 'x'.repeat(255) })
    await record()
    expect(await tokenRow(forum)).toMatchObject({ last_ip_address: null, last_user_agent: null })
  })
})
