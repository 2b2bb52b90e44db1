import { admin, createTestForum, makeUser } from '@parley/testing'
import { expect, test } from 'vitest'
import { createAccessToken, isAlive } from './tokens.ts'

const types = ['session', 'session_remember', 'developer'] as const
const day = 24 * 3600

test.each([
  ['B16', 30 * 60, ['session', 'session_remember', 'developer']],
  ['B17', 90 * 60, ['session_remember', 'developer']],
  ['years', 6 * 365 * day, ['developer']],
])('%s after %d idle seconds, %j are valid', (_, seconds, alive) => {
  const used = new Date('2024-01-01T00:00:00Z')
  const now = new Date(used.getTime() + seconds * 1000)
  const valid = types.filter((type) =>
    isAlive({ type, created_at: used.toISOString(), last_activity_at: used.toISOString() }, now),
  )
  expect(valid).toEqual(alive)
})

test('tokens are unguessable, and only their hash is stored', async () => {
  const forum = await createTestForum()
  const { database, now } = forum.current
  const made = await Promise.all(
    types.map((type) => database.transaction((db) => createAccessToken(db, { userId: 1, type, now: now() }))),
  )
  for (const { token } of made) expect(token).toMatch(/^[A-Za-z0-9]{40}$/)
  const rows = await database.read.selectFrom('access_tokens').selectAll().execute()
  for (const { token } of made) expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.map(({ last_activity_at }) => last_activity_at !== null)).toEqual([true, true, false])
})

test('using a token notes the time at most every 90 seconds, and who used it', async () => {
  const forum = await createTestForum()
  const client = await forum.as(admin)
  const row = () =>
    forum.current.database.read.selectFrom('access_tokens').selectAll().executeTakeFirstOrThrow()
  forum.clock.advance(60)
  await client.get('/api')
  await forum.settled()
  forum.clock.advance(31)
  await Promise.all([
    client.get('/api', { 'user-agent': 'first' }),
    client.get('/api', { 'user-agent': 'first' }),
  ])
  await forum.settled()
  expect(await row()).toMatchObject({ last_user_agent: 'lightMyRequest' })
  forum.clock.advance(60)
  await client.get('/api', { 'user-agent': 'second' })
  await forum.settled()
  expect(await row()).toMatchObject({
    last_activity_at: '2024-01-01T00:02:31.000Z',
    last_ip_address: '127.0.0.1',
    last_user_agent: 'second',
  })
})

test('logging in removes the account’s expired tokens only', async () => {
  const forum = await createTestForum()
  const other = await makeUser(forum)
  const make = (userId: number, type: (typeof types)[number]) =>
    forum.current.database.transaction((db) =>
      createAccessToken(db, { userId, type, now: forum.clock.now() }),
    )
  for (const type of types) await make(1, type)
  await make(other.id, 'session')
  forum.clock.advance(3601)
  await forum.guest().post('/api/token', { identification: admin.username, password: admin.password })
  const rows = await forum.current.database.read
    .selectFrom('access_tokens')
    .select(['user_id', 'type'])
    .orderBy('id')
    .execute()
  expect(rows.map(({ user_id, type }) => `${user_id} ${type}`)).toEqual([
    '1 session_remember',
    '1 developer',
    `${other.id} session`,
    '1 session',
  ])
})
