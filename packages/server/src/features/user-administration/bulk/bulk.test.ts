import {
  type ApiClient,
  admin,
  eachTestForum,
  grant,
  makeGroup,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { administrators, members, moderators } from '../../../points/context/actor.ts'
import { userActionJob } from './job.ts'

const path = '/api/admin/users/actions'

const groupsOf = async ({ current: { database } }: TestForum, groupId: number) => {
  const rows = await database.read
    .selectFrom('group_user')
    .select('user_id')
    .where('group_id', '=', groupId)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The progress in an answer; undefined without an action. */
const actionIn = (body: unknown) => (body as { action: Record<string, unknown> | null }).action ?? undefined

const progress = async (client: ApiClient) => actionIn((await client.get(`${path}/last`)).body)

/** What became of the accounts, by id, from all pages of the report. */
async function report(client: ApiClient, query = ''): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  for (let after: string | null = '0'; after !== null; ) {
    const { body } = await client.get(`${path}/last/accounts?page[limit]=3&page[after]=${after}${query}`)
    const page = body as unknown as { accounts: { id: string; outcome: string }[]; next: string | null }
    for (const { id, outcome } of page.accounts) outcomes[id] = outcome
    after = page.next
  }
  return outcomes
}

eachTestForum((open) => {
  test('accounts that are named are treated in the background, and a report says what became of each', async () => {
    const forum = await open()
    const users = [
      await makeUser(forum),
      await makeUser(forum),
      await makeUser(forum, { groupIds: [moderators] }),
    ]
    const ids = [...users.map(({ id }) => id), 777, admin.id]
    const client = await forum.as(admin)
    expect(await progress(client)).toBeUndefined()
    expect((await client.get(`${path}/last/accounts`)).status).toBe(404)
    const started = await client.post(path, { action: 'addGroup', groupId: moderators, ids })
    expect({ status: started.status, action: actionIn(started.body) }).toMatchObject({
      status: 202,
      action: { status: 'running', expected: { count: 5, hasMore: false }, done: 0, skipped: 0 },
    })
    const again = await client.post(path, { action: 'delete', ids })
    expect({ status: again.status, code: again.body.errors[0]?.code }).toEqual({
      status: 409,
      code: 'conflict',
    })
    await forum.settled()
    expect(await groupsOf(forum, moderators)).toEqual(users.map(({ id }) => id))
    expect(await progress(client)).toMatchObject({ status: 'done', done: 2, skipped: 3 })
    const [first, second, third] = users
    const skipped = { [third?.id ?? 0]: 'unchanged', 777: 'not_found', 1: 'own_account' }
    expect(await report(client)).toEqual({ [first?.id ?? 0]: 'done', [second?.id ?? 0]: 'done', ...skipped })
    expect(await report(client, '&filter[skipped]=1')).toEqual(skipped)
  })

  test('every account that the filter selects is treated, in small batches, but none that came later', async () => {
    const forum = await open()
    const values = Array.from({ length: 30 }, (_, index) => ({
      username: `waiting${index}`,
      email: `waiting${index}@machine.local`,
      password: '',
      is_email_confirmed: false,
    }))
    await forum.current.database.transaction((db) => db.insertInto('users').values(values).execute())
    const client = await forum.as(admin)
    const filter = { unconfirmed: '1', q: 'waiting' }
    const { body } = await client.post(path, { action: 'confirm', filter })
    expect(actionIn(body)).toMatchObject({ expected: { count: 30, hasMore: false } })
    const later = await makeUser(forum, { username: 'waitinglater', is_email_confirmed: false })
    await forum.settled()
    expect(await progress(client)).toMatchObject({ status: 'done', done: 30, skipped: 0 })
    const left = await client.get('/api/admin/users?filter[unconfirmed]=1')
    expect((left.body.data as unknown as { id: string }[]).map(({ id }) => id)).toEqual([String(later.id)])
  }, 60_000)

  test('after a crash it goes on behind the last account, and treats none twice', async () => {
    const forum = await open()
    const ids: number[] = []
    for (let index = 0; index < 8; index += 1) ids.push((await makeUser(forum)).id)
    const client = await forum.as(admin)
    await client.post(path, { action: 'addGroup', groupId: moderators, ids })
    const { database } = forum.current
    const { id } = await database.read.selectFrom('user_actions').select('id').executeTakeFirstOrThrow()
    // The process ends within the third account: its transaction is rolled back, and the job stays in the queue.
    let treated = 0
    const { write } = forum.current
    const broken = Object.create(forum.current, {
      write: {
        value: (context: never, work: never) => {
          treated += 1
          if (treated > 2) throw new Error('The process ends here')
          return write(context, work)
        },
      },
    })
    const run = { id: 1, attempt: 1, signal: new AbortController().signal }
    await expect(userActionJob.run({ id }, { ...forum.asSystem(), forum: broken }, run)).rejects.toThrow(
      'ends here',
    )
    expect(await progress(client)).toMatchObject({ status: 'running', done: 2 })
    expect(await groupsOf(forum, moderators)).toEqual(ids.slice(0, 2))
    // In the meantime one of the others is added by hand.
    await database.transaction((db) =>
      db
        .insertInto('group_user')
        .values({ user_id: ids[3] ?? 0, group_id: moderators })
        .execute(),
    )
    await forum.settled()
    expect(await progress(client)).toMatchObject({ status: 'done', done: 7, skipped: 1 })
    expect(await groupsOf(forum, moderators)).toEqual(ids)
  })

  test('those who may not act on an account skip it, and rights that end meanwhile end the action', async () => {
    const forum = await open()
    await grant(forum, 'user.administer', [members])
    await grant(forum, 'user.delete', [members])
    const [user, moderator] = [await makeUser(forum), await makeUser(forum, { groupIds: [moderators] })]
    const helper = await makeUser(forum)
    const client = await forum.as(helper)
    await client.post(path, { action: 'delete', ids: [user.id, moderator.id, admin.id, helper.id] })
    await forum.settled()
    expect(await report(client)).toEqual({
      [user.id]: 'done',
      [moderator.id]: 'permission_denied',
      [admin.id]: 'permission_denied',
      [helper.id]: 'own_account',
    })
    const other = await makeUser(forum)
    await client.post(path, { action: 'delete', ids: [other.id] })
    await grant(forum, 'user.administer', [])
    await forum.settled()
    expect((await forum.guest().get(`/api/users/${other.id}`)).status).toBe(200)
    expect((await client.get(`${path}/last`)).status).toBe(403)
    await grant(forum, 'user.administer', [members])
    expect(await progress(client)).toMatchObject({ status: 'refused', done: 0 })
    // The report of the first action made room for that of the second.
    expect(await report(client)).toEqual({})
  })

  test('a running action can be stopped; old reports are deleted', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const client = await forum.as(admin)
    await client.post(path, { action: 'logOut', ids: [user.id] })
    expect((await client.delete(`${path}/last`)).status).toBe(204)
    await forum.settled()
    expect(await progress(client)).toMatchObject({ status: 'stopped', done: 0 })
    forum.clock.advance(31 * 24 * 3600 * 1000)
    await forum.settled()
    expect(await progress(await forum.as(admin))).toBeUndefined()
  })

  test('requests that make no sense are refused and start nothing', async () => {
    const forum = await open()
    const group = await makeGroup(forum)
    const client = await forum.as(admin)
    const bodies: [body: Record<string, unknown>, status: number][] = [
      [{}, 422],
      [{ action: 'promote', ids: [2] }, 422],
      [{ action: ['delete'], ids: [2] }, 422],
      [{ action: 'delete' }, 422],
      [{ action: 'delete', ids: [] }, 422],
      [{ action: 'delete', ids: '2' }, 422],
      [{ action: 'delete', ids: [-1] }, 422],
      [{ action: 'delete', ids: Array.from({ length: 1001 }, (_, index) => index + 1) }, 422],
      [{ action: 'delete', ids: [2], filter: {} }, 422],
      [{ action: 'delete', filter: 'all' }, 422],
      [{ action: 'delete', filter: { unheard: 1 } }, 400],
      [{ action: 'delete', filter: { group: 'mods' } }, 422],
      [{ action: 'addGroup', ids: [2] }, 422],
      [{ action: 'addGroup', groupId: 'x', ids: [2] }, 422],
    ]
    for (const [body, expected] of bodies) {
      const { status } = await client.post(path, body)
      expect({ body, status }).toEqual({ body, status: expected })
    }
    expect(await progress(client)).toBeUndefined()
    const user = await makeUser(forum)
    await client.post(path, { action: 'addGroup', groupId: 999, ids: [user.id] })
    await forum.settled()
    expect(await report(client)).toEqual({ [user.id]: 'not_found' })
    await client.post(path, { action: 'removeGroup', groupId: administrators, ids: [user.id] })
    await forum.settled()
    expect(await report(client)).toEqual({ [user.id]: 'unchanged' })
    expect(await groupsOf(forum, group.id)).toEqual([])
  })
})
