import {
  type ApiClient,
  admin,
  eachTestForum,
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { administrators, everyone, members, moderators } from '../../../points/context/actor.ts'

const path = '/api/admin/view-as'
const minute = 60

interface Started {
  url: string
  expiresAt: string
}

/** Begins a view. @returns the path that its addresses begin with. */
async function begin(client: ApiClient, kind: 'user' | 'group', id: number): Promise<string> {
  const { status, body } = await client.post(path, { kind, id })
  expect(status).toBe(201)
  const { url } = body as unknown as Started
  expect(url).toMatch(/^http:\/\/localhost\/view-as\/[^/]+\/$/)
  return new URL(url).pathname.slice(0, -1)
}

const endedIn = async (client: ApiClient, view: string) => {
  const { status, body } = await client.get(`${view}/api`)
  return status === 403 && body.errors[0]?.code === 'view_as_ended'
}

async function entriesOf({ current: { database } }: TestForum) {
  const rows = await database.read
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'target_id', 'target_name', 'origin'])
    .where('action', 'like', '%viewedAs')
    .orderBy('id')
    .execute()
  return rows.map((row) => Object.values(row))
}

/** An account that may administrate, by a group that holds the permission, without being an administrator. */
async function makeDelegate(forum: TestForum) {
  const group = await makeGroup(forum)
  await grant(forum, 'administrate', [group.id])
  return makeUser(forum, { groupIds: [group.id] })
}

eachTestForum((open) => {
  test('only administrators begin a view, with a session and its token', async () => {
    const forum = await open()
    const { id } = await makeUser(forum)
    const body = { kind: 'user', id }
    const moderator = await forum.browserOf(await makeUser(forum, { groupIds: [moderators] }))
    const withoutToken = await forum.browserOf(admin)
    withoutToken.csrfToken = ''
    const refused = {
      moderator: await moderator.post(path, body),
      guest: await forum.guest().post(path, body),
      program: await (await forum.as(admin)).post(path, body),
      forged: await withoutToken.post(path, body),
    }
    const codes = Object.entries(refused).map(([who, answer]) => [who, answer.body.errors[0]?.code])
    expect(Object.fromEntries(codes)).toEqual({
      moderator: 'permission_denied',
      guest: 'csrf_token_mismatch',
      program: 'permission_denied',
      forged: 'csrf_token_mismatch',
    })
    const boss = await forum.browserOf(admin)
    const unknown = [
      await boss.post(path, { kind: 'user', id: 999 }),
      await boss.post(path, { kind: 'group', id: 999 }),
      await boss.post(path, { kind: 'role', id }),
      await boss.post(path, { kind: 'user', id: 'x' }),
      await boss.post(path, {}),
    ]
    expect(unknown.map(({ status }) => status)).toEqual([404, 404, 422, 422, 422])
    expect(await entriesOf(forum)).toEqual([])
  })

  test('a view shows the forum as the account sees it, and the log says who began it', async () => {
    const forum = await open()
    const { id, username } = await makeUser(forum)
    const other = await makeUser(forum)
    const own = await makeDiscussion(forum, { user_id: id, hidden_at: forum.clock.now().toISOString() })
    const hidden = await makeDiscussion(forum, {
      user_id: other.id,
      hidden_at: forum.clock.now().toISOString(),
    })
    const boss = await forum.browserOf(admin)
    const view = await begin(boss, 'user', id)
    const { body, headers } = await boss.get(`${view}/api`)
    expect(body.data.relationships?.actor?.data).toEqual({ type: 'users', id: String(id) })
    expect(body.data.attributes).toMatchObject({
      basePath: view,
      baseUrl: `http://localhost${view}`,
      apiUrl: `http://localhost${view}/api`,
      assetsBaseUrl: 'http://localhost/assets',
      baseOrigin: 'http://localhost',
    })
    expect(body.data.attributes).not.toHaveProperty('adminUrl')
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect([headers['set-cookie'], headers['x-csrf-token']]).toEqual([undefined, undefined])
    expect((await boss.get(`${view}/api/discussions/${own.id}`)).status).toBe(200)
    expect((await boss.get(`${view}/api/discussions/${hidden.id}`)).status).toBe(404)
    expect((await boss.get(`/api/discussions/${hidden.id}`)).status).toBe(200)
    expect((await boss.get(`${view}/api/discussions`)).body.links?.first).toContain(`${view}/api/discussions`)
    expect(await entriesOf(forum)).toEqual([['user.viewedAs', admin.id, String(id), username, 'session']])
  })

  test('a view as a group shows what a new member of it sees; guests are a group, too', async () => {
    const forum = await open()
    await setSettings(forum, { default_locale: 'en' })
    const group = await makeGroup(forum, { name_plural: 'Bakers' })
    await grant(forum, 'startDiscussion', [group.id])
    const boss = await forum.browserOf(admin)
    const maySee = async (id: number) => {
      const { body } = await boss.get(`${await begin(boss, 'group', id)}/api?include=actor`)
      const actor = body.included?.find(({ type }) => type === 'users')
      const { canStartDiscussion } = body.data.attributes
      return [canStartDiscussion, actor?.id, actor?.attributes.displayName]
    }
    expect(await maySee(group.id)).toEqual([true, '-1', 'Bakers'])
    expect(await maySee(members)).toEqual([false, '-1', 'Members'])
    expect(await maySee(everyone)).toEqual([false, undefined, undefined])
    expect((await entriesOf(forum)).map(([action, , , name]) => [action, name])).toEqual([
      ['group.viewedAs', 'Bakers'],
      ['group.viewedAs', 'Members'],
      ['group.viewedAs', 'Guests'],
    ])
  })

  test('a view ends with its time, its session, the rights of its administrator, and its account', async () => {
    const forum = await open()
    const target = await makeUser(forum)
    const second = await makeUser(forum, { groupIds: [administrators] })
    const boss = await forum.browserOf(admin)
    const [first, later] = [await begin(boss, 'user', target.id), await begin(boss, 'group', members)]
    await forum.clock.advance(29 * minute)
    expect(await endedIn(boss, first)).toBe(false)
    await forum.clock.advance(minute)
    expect(await endedIn(boss, first)).toBe(true)

    const of = await forum.browserOf(second)
    const view = await begin(of, 'user', target.id)
    const { database } = forum.current
    await database.transaction((db) => db.deleteFrom('group_user').where('user_id', '=', second.id).execute())
    expect(await endedIn(of, view)).toBe(true)
    await database.transaction((db) =>
      db.insertInto('group_user').values({ user_id: second.id, group_id: administrators }).execute(),
    )
    expect(await endedIn(of, view)).toBe(false)
    await of.delete('/api/sessions')
    await of.post('/global-logout')
    expect(await endedIn(of, view)).toBe(true)

    const again = await begin(boss, 'user', target.id)
    await boss.delete(`/api/users/${target.id}`)
    expect(await endedIn(boss, again)).toBe(true)
    expect(await endedIn(boss, later)).toBe(true)
  })

  test('administrators view the forum with no rights that they lack, whenever the others get them', async () => {
    const forum = await open()
    const delegate = await makeDelegate(forum)
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    const member = await makeUser(forum)
    const client = await forum.browserOf(delegate)
    const refused = [
      await client.post(path, { kind: 'user', id: admin.id }),
      await client.post(path, { kind: 'group', id: administrators }),
      await client.post(path, { kind: 'user', id: moderator.id }),
      await client.post(path, { kind: 'group', id: moderators }),
    ]
    for (const { status, body } of refused) {
      expect([status, body.errors[0]?.code]).toEqual([403, 'view_as_more_rights'])
      expect(body.errors[0]?.detail).toMatch(/has rights that you lack\.$/)
    }
    expect(await entriesOf(forum)).toEqual([])
    const view = await begin(client, 'user', member.id)
    expect(await endedIn(client, view)).toBe(false)
    await forum.current.database.transaction((db) =>
      db.insertInto('group_user').values({ user_id: member.id, group_id: moderators }).execute(),
    )
    expect(await endedIn(client, view)).toBe(true)
  })
})
