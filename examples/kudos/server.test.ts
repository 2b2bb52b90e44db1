import { moderators } from '@parley/server/actor'
import { countersOf } from '@parley/server/declared-counters'
import { recount } from '@parley/server/recount'
import {
  type ApiClient,
  createTestForum,
  describeExtension,
  eachTestForum,
  grant,
  makeUser,
  readExtension,
  setSettings,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)

describeExtension(import.meta.dirname)

eachTestForum((open) => {
  test('members thank each other, which the account, the statistics and the audit log count', async () => {
    const forum = await open({ extensions: [extension] })
    const [giver, taker] = [await makeUser(forum), await makeUser(forum)]
    const path = `/api/users/${taker.id}/kudos`
    expect((await (await forum.as(giver)).post(path)).status).toBe(204)
    expect((await (await forum.as(giver)).post(path)).status).toBe(204)
    const admin = await forum.as(1)
    const { body } = await admin.get(`/api/users/${taker.id}`)
    expect(body.data.attributes).toMatchObject({ kudosCount: 2, canGiveKudos: true })
    const latest = (await admin.get('/api/admin/kudos')).body as unknown as { kudos: unknown[] }
    expect(latest.kudos).toHaveLength(2)
    const { database } = forum.current
    const { count } = await database.read
      .selectFrom('statistics')
      .select((eb) => eb.fn.sum<number>('count').as('count'))
      .where('series', '=', 'kudos')
      .where('unit', '=', 'day')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(2)
    const entries = await database.read
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'kudos.given')
      .execute()
    expect(entries.map(({ target_id }) => target_id)).toEqual([`${taker.id}`, `${taker.id}`])
  })

  test('a feed, a counter and a limit of its own work as those of the core', async () => {
    const forum = await open({
      extensions: [extension],
      rateLimits: { kudosPerAccount: { points: 1, seconds: 60 } },
    })
    const taker = await makeUser(forum, { username: 'mira' })
    const giver = await forum.as(await makeUser(forum))
    expect((await giver.post(`/api/users/${taker.id}/kudos`)).status).toBe(204)
    expect((await giver.post(`/api/users/${taker.id}/kudos`)).status).toBe(429)
    expect((await forum.guest().get('/atom/kudos')).text).toContain('<name>mira</name>')
    await setSettings(forum, { kudos_visible: 'members' })
    expect((await forum.guest().get('/atom/kudos')).status).toBe(404)
    const { database } = forum.current
    await database.transaction((db) =>
      db.updateTable('users').set({ kudos_count: 5 }).where('id', '=', taker.id).execute(),
    )
    expect(await recount(database, countersOf(forum.current), { repair: true })).toEqual([
      { counter: 'users.kudos_count', id: taker.id, stored: '5', counted: '1' },
    ])
  })

  test('settings bound who is thanked, how often, and who sees it', async () => {
    const forum = await open({ extensions: [extension] })
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    const member = await makeUser(forum)
    const giver = await makeUser(forum)
    // Sessions end within the day.
    const give = async ({ id }: { id: number }) =>
      (await (await forum.as(giver)).post(`/api/users/${id}/kudos`)).status
    await setSettings(forum, { kudos_groups: `${moderators}`, kudos_per_day: '1', kudos_is_public: '' })
    expect([await give(member), await give(moderator), await give(moderator)]).toEqual([403, 204, 429])
    forum.clock.advance(24 * 3600 + 1)
    expect(await give(moderator)).toBe(204)
    const shown = async (client: ApiClient) =>
      (await client.get(`/api/users/${moderator.id}`)).body.data.attributes.kudosCount
    expect([await shown(await forum.as(giver)), await shown(await forum.as(1))]).toEqual([undefined, 2])
  })

  test('guests and those without the permission cannot, and an account that is not there cannot be thanked', async () => {
    const forum = await open({ extensions: [extension] })
    const member = await makeUser(forum)
    const asMember = await forum.as(member)
    for (const id of ['999', 'x', '9007199254740993']) {
      expect((await asMember.post(`/api/users/${id}/kudos`)).status).toBe(404)
    }
    await grant(forum, 'kudos.give', [])
    expect((await asMember.post('/api/users/1/kudos')).status).toBe(403)
    const guest = forum.browser()
    await guest.get('/api')
    expect((await guest.post('/api/users/1/kudos')).status).toBe(403)
    expect((await asMember.get('/api/admin/kudos')).status).toBe(403)
  })
})

test('the list of users is sorted and filtered by kudos', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const taker = await makeUser(forum)
  const admin = await forum.as(1)
  await admin.post(`/api/users/${taker.id}/kudos`)
  const ids = async (query: string) =>
    (await admin.get(`/api/admin/users?${query}`)).body.data.map(({ id }: { id: string }) => Number(id))
  expect(await ids('filter[hasKudos]=1')).toEqual([taker.id])
  expect(await ids('filter[hasKudos]=0')).toEqual([1])
  expect(await ids('sort=-kudosCount')).toEqual([taker.id, 1])
  expect((await admin.get('/api/admin/users')).body.meta).toMatchObject({
    sorts: expect.arrayContaining([{ sort: '-kudosCount', label: 'Most kudos' }]),
  })
})
