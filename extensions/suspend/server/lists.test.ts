import { join } from 'node:path'
import { members, moderators } from '@parley/server/actor'
import {
  type ApiClient,
  admin,
  examinedByScans,
  examinedRows,
  grant,
  idsOf,
  makeUser,
  onBothDatabases,
  planNodes,
  readExtension,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { future, past, storeSuspension } from './stored-suspensions.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

/** Adds accounts in one statement. */
async function fill({ current: { database } }: TestForum, count: number): Promise<void> {
  const numbers =
    database.dialect.name === 'sqlite'
      ? sql`(with recursive counting (n) as (select 1 union all select n + 1 from counting where n < ${sql.lit(count)}) select n from counting)`
      : sql`(select generate_series(1, ${sql.lit(count)}) as n)`
  await database.transaction(async (db) => {
    await sql`insert into users (username, email, password, is_email_confirmed, joined_at)
      select 'many' || n, 'many' || n || '@machine.local', '', true, '2020-01-01T00:00:00.000Z'
      from ${numbers} as numbers`.execute(db)
    await sql`analyze`.execute(db)
  })
}

onBothDatabases((open, name) => {
  /** A forum with a member who is suspended, one who was, and one who never was. */
  const openWithUsers = async () => {
    const forum = await open({ extensions: [extension] })
    const [now, then, never] = [await makeUser(forum), await makeUser(forum), await makeUser(forum)]
    await storeSuspension(forum, now.id, { suspended_until: future })
    await storeSuspension(forum, then.id, { suspended_until: past })
    return { forum, ids: { now: now.id, past: then.id, never: never.id } }
  }
  const sorted = async (client: ApiClient, path: string) =>
    idsOf(await client.get(path)).sort((a, b) => a - b)

  test('suspend-8 the filter lists those who are suspended now; negated, all others', async () => {
    const { forum, ids } = await openWithUsers()
    const client = await forum.as(admin.id)
    const others = [admin.id, ids.past, ids.never]
    for (const value of ['true', '', '0', 'x']) {
      expect(await sorted(client, `/api/users?filter[suspended]=${value}`)).toEqual([ids.now])
      expect(await sorted(client, `/api/users?filter[-suspended]=${value}`)).toEqual(others)
    }
    expect(await sorted(client, '/api/users?filter[q]=is:suspended')).toEqual([ids.now])
    expect(await sorted(client, '/api/users?filter[q]=-IS:suspended')).toEqual(others)
    forum.clock.set(future)
    expect(await sorted(await forum.as(admin.id), '/api/users?filter[suspended]=1')).toEqual([])
  })

  test('without the permission the filter and the word have no effect', async () => {
    const { forum, ids } = await openWithUsers()
    const client = await forum.as(ids.never)
    const all = await sorted(client, '/api/users')
    expect(all).toHaveLength(4)
    for (const query of [
      'filter[suspended]=1',
      'filter[-suspended]=1',
      'filter[q]=is:suspended',
      'filter[q]=-is:suspended',
    ])
      expect(await sorted(client, `/api/users?${query}`)).toEqual(all)
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    expect(await sorted(moderator, '/api/users?filter[suspended]=1')).toEqual([ids.now])
  })

  test('the list of the administration has the filter, for those who may suspend', async () => {
    const { forum, ids } = await openWithUsers()
    const client = await forum.as(admin.id)
    const path = '/api/admin/users?page[after]='
    expect(await sorted(client, `${path}&filter[suspended]=1`)).toEqual([ids.now])
    expect(await sorted(client, `${path}&filter[suspended]=0`)).toEqual([admin.id, ids.past, ids.never])
    expect((await client.get(`${path}&filter[suspended]=x`)).status).toBe(422)
    const [suspended] = (await client.get(`${path}&filter[suspended]=1`)).body.data
    expect(suspended?.attributes).toMatchObject({
      canSuspend: true,
      suspendedUntil: '2024-02-01T00:00:00+00:00',
    })
    const count = await client.get('/api/admin/users/count?filter[suspended]=1')
    expect(count.body).toEqual({ count: 1, hasMore: false })
    await grant(forum, 'user.administer', [members])
    const helper = await forum.as(ids.never)
    expect((await helper.get(path)).status).toBe(200)
    expect((await helper.get(`${path}&filter[suspended]=1`)).status).toBe(403)
    const { filters } = (await helper.get(path)).body.meta as { filters: string[] }
    expect(filters).not.toContain('suspended')
  })

  test('few suspended users are found among many without looking at these', async () => {
    const { forum, ids } = await openWithUsers()
    await fill(forum, 5000)
    const { database } = forum.current
    for (const path of [
      '/api/users?filter[suspended]=1',
      '/api/users?filter[q]=is:suspended&sort=username',
      '/api/admin/users?page[after]=&filter[suspended]=1',
    ]) {
      expect({ path, ids: await sorted(await forum.as(admin.id), path) }).toEqual({ path, ids: [ids.now] })
      let examined = 0
      for (const statement of await selectsOf(forum, path, admin)) {
        if (name === 'sqlite') examined += (await examinedRows(database, ['users'], statement)).examined
        else {
          const nodes = await planNodes(database, statement)
          examined += examinedByScans(nodes.filter((node) => node['Relation Name'] === 'users'))
        }
      }
      expect({ path, examined }).toEqual({
        path,
        examined: expect.toSatisfy((count: number) => count <= 100),
      })
    }
  })

  test('users cost as many queries as without the extension, suspended or not', async () => {
    const plain = await open()
    const extended = await open({ extensions: [extension] })
    for (const forum of [plain, extended]) for (let count = 0; count < 10; count++) await makeUser(forum)
    for (let id = 2; id < 8; id++) await storeSuspension(extended, id, { suspended_until: future })
    for (const path of ['/api/users', '/api', '/api/users/2']) {
      const before = (await selectsOf(plain, path, admin)).length
      expect({ path, queries: (await selectsOf(extended, path, admin)).length }).toEqual({
        path,
        queries: before,
      })
    }
  })
})
