import {
  grant,
  makeUser,
  notificationCounts,
  notificationsExtension,
  onBothDatabases,
  planOf,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Actor } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import { alertTypes } from './alert-types.ts'
import { pageQuery } from './list.ts'

/** Gives a user a number of notifications about as many discussions, of two types, all unread. */
async function give(forum: TestForum, user: { id: number }, count: number): Promise<void> {
  const { database } = forum.current
  const numbers =
    database.dialect.name === 'sqlite'
      ? sql`(with recursive counting (n) as (select 1 union all select n + 1 from counting where n < ${sql.lit(count)}) select n from counting)`
      : sql`(select generate_series(1, ${sql.lit(count)}) as n)`
  await database.transaction(async (db) => {
    await sql`insert into discussions (title, slug, created_at, comment_count, user_id)
      select 'About ' || n, 'about', '2024-01-01T00:00:00.000Z', 1, 1 from ${numbers} as numbers`.execute(db)
    await sql`insert into notification_groups (user_id, type, subject_type, subject_id, root_type, root_id, is_visible, unread_count)
      select ${sql.lit(user.id)}, case when id % 2 = 0 then 'discussionRenamed' else 'discussionNoticed' end,
        'discussions', id, 'discussions', id, true, 1 from discussions`.execute(db)
    await sql`insert into notifications (group_id, user_id, type, from_user_id, subject_id, same_key, created_at)
      select id, user_id, type, 1, subject_id, 'key', '2024-01-01T00:00:00.000Z' from notification_groups
      where user_id = ${sql.lit(user.id)}`.execute(db)
    await sql`update notification_groups set newest_id = (select max(id) from notifications where group_id = notification_groups.id)
      where user_id = ${sql.lit(user.id)}`.execute(db)
    await db.updateTable('users').set({ notification_check: 0 }).where('id', '=', user.id).execute()
    await sql`analyze`.execute(db)
  })
}

function contextOf(forum: TestForum, user: { id: number }): Context {
  const system = forum.asSystem()
  const account = { id: user.id, isEmailConfirmed: true, markedAllAsReadAt: null }
  return { ...system, actor: new Actor(system.actor.rules, account) }
}

onBothDatabases((open, name) => {
  test('the list reads an index in order, for any number of types', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const user = await makeUser(forum)
    await give(forum, user, 3000)
    await give(forum, await makeUser(forum), 0)
    const context = contextOf(forum, user)
    const types = alertTypes({ preferences: null }, forum.current)
    expect(types).toHaveLength(4)
    for (const before of [{}, { before: 2500 }]) {
      const request = { filterCondition: () => undefined, offset: 0, limit: 21, ...before }
      const query = pageQuery(context, types, request).compile()
      const plan = await planOf(forum.current.database, query, { run: true })
      expect(plan).not.toMatch(/TEMP B-TREE|Sort {2}\(|Seq Scan|SCAN notification/)
      expect(plan).toContain('notification_groups_listed')
      if (name === 'postgres') {
        const read = [...plan.matchAll(/actual rows=(\d+)/g)].map(([, rows]) => Number(rows))
        expect(Math.max(...read)).toBeLessThanOrEqual(210)
      }
    }
  })

  test('the number of queries does not grow with the list', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const [few, many] = [await makeUser(forum), await makeUser(forum)]
    await give(forum, few, 1)
    await give(forum, many, 60)
    const countQueries = async (user: { id: number }, path: string) => {
      const client = await forum.as(user)
      await client.get(path)
      await client.get(path)
      await forum.settled()
      const before = forum.current.database.queries
      const { status } = await client.get(path)
      expect({ path, status }).toEqual({ path, status: 200 })
      return forum.current.database.queries - before
    }
    const none = await makeUser(forum)
    const list = '/api/notifications?page[limit]=50'
    expect(await countQueries(many, list)).toBe(await countQueries(few, list))
    expect(await countQueries(many, list)).toBeLessThanOrEqual(6)
    const withoutNotifications = await countQueries(none, '/api')
    expect({ many: await countQueries(many, '/api'), few: await countQueries(few, '/api') }).toEqual({
      many: withoutNotifications,
      few: withoutNotifications,
    })
  })

  test('counts and lists are exact for users with more groups than one request decides', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const user = await makeUser(forum)
    await give(forum, user, 6500)
    const client = await forum.as(user)
    // The request decides the newest 5,000 groups, the rest follows in the background.
    await notificationCounts(client)
    await forum.settled()
    expect(await notificationCounts(client)).toEqual({ unread: 6500, new: 6500 })
    await forum.current.database.transaction((db) =>
      db.updateTable('discussions').set({ hidden_at: forum.clock.now().toISOString() }).execute(),
    )
    await grant(forum, 'searchUsers', [])
    expect((await notificationCounts(client)).unread).toBeLessThanOrEqual(1500)
    await forum.settled()
    expect(await notificationCounts(client)).toEqual({ unread: 0, new: 0 })
    expect((await client.get('/api/notifications')).body.data).toEqual([])
  })
})
