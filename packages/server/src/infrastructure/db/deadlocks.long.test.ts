import {
  admin,
  changeDiscussion,
  changePost,
  createTestForum,
  eachDatabase,
  expectLockOrder,
  grant,
  HeldLocks,
  lockOf,
  makeDiscussion,
  makeGroup,
  makePost,
  makeUser,
  replyTo,
  startDiscussion,
  syncingExtension,
  type TestForum,
  watchLocks,
} from '@parley/testing'
import { isRunOfAll } from '@parley/testing/all-tests'
import { postgresUrl } from '@parley/testing/databases'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { coreCounters } from '../../features/counters/core-counters.ts'
import { notificationCounts } from '../../features/counters/notification-counts.ts'
import { recount } from '../../features/counters/recount.ts'
import { recountStatistics } from '../../features/statistics/recount.ts'
import { members } from '../../points/context/actor.ts'

const rounds = isRunOfAll ? 8 : 3

/** Returns how many deadlocks the server has detected in a database; a connection reports its own when it ends. */
async function deadlocksIn(name: string): Promise<number> {
  const client = new pg.Client({ connectionString: `${await postgresUrl()}/postgres` })
  await client.connect()
  try {
    const { rows } = await client.query('select deadlocks from pg_stat_database where datname = $1', [name])
    return Number(rows[0]?.deadlocks)
  } finally {
    await client.end()
  }
}

async function databaseOf({ current }: TestForum): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    current.database.read,
  )
  return rows[0]?.name ?? ''
}

/** Members mention each other, administrators change posts and delete accounts, all at once. Returns the statuses. */
async function runEverythingAtOnce(forum: TestForum): Promise<number[]> {
  await grant(forum, 'postWithoutThrottle', [members])
  const users = await Promise.all(Array.from({ length: 6 }, () => makeUser(forum)))
  const clients = await Promise.all(users.map((user) => forum.as(user)))
  const [administrator, otherAdministrator] = [await forum.as(admin), await forum.as(admin)]
  const discussions: { id: number; first_post_id: number | null }[] = []
  for (const user of users)
    discussions.push(
      await makeDiscussion(forum, {
        user_id: user.id,
        posts: [{}, ...users.map(({ id }) => ({ user_id: id }))],
      }),
    )
  const statuses: number[] = []
  for (let round = 0; round < rounds; round++) {
    const leaving = await makeUser(forum)
    const asLeaving = await forum.as(leaving)
    for (const { id } of discussions) await makePost(forum, id, { user_id: leaving.id })
    const group = await makeGroup(forum)
    const doomed = await makeDiscussion(forum, {
      user_id: leaving.id,
      posts: users.map(({ id }) => ({ user_id: id })),
    })
    const ids = [...users, leaving].map((user) => user.id)
    const answers = await Promise.all([
      // Each reply mentions the users in another order.
      ...clients.flatMap((client, index) =>
        discussions.slice(0, 3).map(({ id }, position) => {
          const mentioned = [...ids.slice(index + position), ...ids.slice(0, index + position)]
          return replyTo(client, id, { content: `to ${mentioned.join(' ')}` })
        }),
      ),
      ...discussions.map(({ id }) => replyTo(asLeaving, id, { content: `to ${ids.join(' ')}` })),
      administrator.delete(`/api/users/${leaving.id}`),
      ...discussions.map(({ id }) => replyTo(asLeaving, id, { content: 'again' })),
      startDiscussion(asLeaving, { title: 'The last one', content: `to ${[...ids].reverse().join(' ')}` }),
      otherAdministrator.delete(`/api/discussions/${doomed.id}`),
      ...clients.map((client) => replyTo(client, doomed.id, { content: `to ${ids.join(' ')}` })),
      ...discussions.map(({ id }, index) =>
        changeDiscussion(administrator, id, { title: `Title ${round} ${index}` }),
      ),
      ...discussions.map(({ id }) => changeDiscussion(otherAdministrator, id, { isHidden: round % 2 === 0 })),
      ...discussions.map(({ first_post_id: post }) =>
        changePost(otherAdministrator, post ?? 0, { isHidden: round % 2 === 1 }),
      ),
      administrator.delete(`/api/groups/${group.id}`),
      administrator.patch(`/api/users/${users[0]?.id}`, {
        data: { relationships: { groups: { data: [{ type: 'groups', id: String(group.id) }] } } },
      }),
      ...clients.map((client, index) =>
        client.patch(`/api/users/${users[index]?.id}`, {
          data: { attributes: { preferences: { indexProfile: round % 2 } } },
        }),
      ),
      ...clients.map((client) => client.post('/api/notifications/read')),
      ...clients.map((client) => client.get('/api/notifications')),
      forum.settled(),
    ])
    statuses.push(...answers.flatMap((answer) => (answer ? answer.status : [])))
    await forum.settled()
  }
  return statuses
}

describe('postgres', () => {
  test('concurrent changes of every kind never deadlock, and counters are exact', async () => {
    const locks = watchLocks()
    const forum = await createTestForum({ database: 'postgres', extensions: [syncingExtension] })
    const name = await databaseOf(forum)
    const before = await deadlocksIn(name)
    const statuses = await runEverythingAtOnce(forum)
    // 400: with the token of a deleted account the request is a guest's without a CSRF token.
    const expected = [200, 201, 204, 400, 401, 404, 409, 422]
    expect([...new Set(statuses)].filter((status) => !expected.includes(status))).toEqual([])
    const counters = [...coreCounters, notificationCounts(forum.current)]
    expect(await recount(forum.current.database, counters, { repair: false })).toEqual([])
    const { database, points } = forum.current
    const now = forum.current.now()
    expect(await recountStatistics(database.read, points.statistics, { now })).toEqual([])
    expect(forum.logged.filter(({ level }) => level !== 'info')).toEqual([])
    const { faults, transactions } = locks()
    expect(faults).toEqual([])
    expect(transactions).toBeGreaterThan(100 * rounds)
    // The forum retries a transaction that the server aborted, so only the server counts it.
    await forum.close()
    expect((await deadlocksIn(name)) - before).toBe(0)
  }, 120_000)

  test('the server counts a deadlock where two transactions lock in opposite orders', async () => {
    const forum = await createTestForum({ database: 'postgres' })
    const name = await databaseOf(forum)
    const before = await deadlocksIn(name)
    const { database } = forum.current
    const ids = [admin.id, (await makeUser(forum)).id]
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lockInOrder = (own: number, order: readonly number[]) =>
      database.transaction(async (db) => {
        for (const id of order) {
          await db.updateTable('users').set({ preferences: null }).where('id', '=', id).execute()
          both[own]?.resolve()
          await Promise.all(both.map(({ promise }) => promise))
        }
      })
    await Promise.all([lockInOrder(0, ids), lockInOrder(1, [...ids].reverse())])
    await forum.close()
    expect((await deadlocksIn(name)) - before).toBe(1)
  })
})

describe('the order of locks', () => {
  /** The faults in the order of the locks that the statements of one transaction take. */
  const faultsIn = (...statements: (readonly [string, ...unknown[]])[]) => {
    const locks = new HeldLocks()
    return statements.flatMap(([sql, ...parameters]) => {
      const lock = lockOf({ sql, parameters })
      return (lock && locks.add(lock)) ?? []
    })
  }
  const lock = (table: string) => `select "id" from "${table}" where "id" = $1 for no key update`
  const several = 'select "id" from "users" where "id" = any($1::bigint[]) order by "id" for no key update'
  const change = 'update "users" set "comment_count" = "comment_count" + $1 where "id" = $2'

  test('tables in order and rows by ascending id are right, and so are rows that are locked already', () => {
    expect(
      faultsIn(
        [lock('discussions'), 7],
        [lock('posts'), 3],
        [several, [2, 5]],
        [change, 1, 5],
        [change, 1, 2],
      ),
    ).toEqual([])
    expect(faultsIn(['select "id" from "users" where "id" = $1', 9], [lock('discussions'), 7])).toEqual([])
    expect(faultsIn([several, [2, 5]], ['insert into "posts" ("user_id") values ($1)', 2])).toEqual([])
  })

  test('another order of tables, a descending id and rows without ids are faults', () => {
    expect(faultsIn([several, [2, 5]], [lock('discussions'), 7])).toEqual(['discussions after users'])
    expect(faultsIn([change, 1, 5], [change, 1, 2])).toEqual(['users 2 after 5'])
    expect(faultsIn(['delete from "posts" where "discussion_id" = $1', 4])).toEqual([
      'rows of posts without ids or order',
    ])
  })

  test('the counts of statistics come last', () => {
    const count =
      'insert into "statistics" ("count") values ($1) on conflict ("start") do update set "count" = 1'
    expect(faultsIn([change, 1, 5], [count, 1])).toEqual([])
    expect(faultsIn([count, 1], [change, 1, 5])).toEqual(['users after statistics'])
  })
})

eachDatabase((_open, name) => {
  test('a reply by an account that is deleted at the same time leaves nothing behind', async () => {
    expectLockOrder()
    const forum = await createTestForum({ database: name })
    const [leaving, other] = [await makeUser(forum), await makeUser(forum)]
    const { id } = await makeDiscussion(forum, { user_id: other.id })
    const [client, administrator] = [await forum.as(leaving), await forum.as(admin)]
    const [reply, deletion] = await Promise.all([
      replyTo(client, id),
      administrator.delete(`/api/users/${leaving.id}`),
    ])
    // After the deletion the reply is a guest's without a CSRF token.
    expect([201, 400, 401]).toContain(reply.status)
    expect(deletion.status).toBe(204)
    expect(await recount(forum.current.database, coreCounters, { repair: false })).toEqual([])
    const shown = await administrator.get(`/api/discussions/${id}`)
    expect(shown.body.data.attributes.participantCount).toBe(1)
  })
})
