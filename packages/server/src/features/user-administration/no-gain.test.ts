import { Random } from '@parley/seed/random'
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
import { administrators, members, moderators } from '../../points/context/actor.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'

const path = '/api/admin/users'
const steps = 60

interface Person {
  id: number
  groups: readonly number[]
}

/** What the delegated moderator must not change of an account. */
async function stateOf({ current: { database } }: TestForum, id: number) {
  const { read } = database
  const user = await read
    .selectFrom('users')
    .select(['username', 'email', 'password', 'is_email_confirmed', 'avatar_url', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const groups = await groupIdsOf(database, id)
  const tokens = await read.selectFrom('access_tokens').select('id').where('user_id', '=', id).execute()
  return { user, groups, tokens: tokens.length }
}

async function groupIdsOf({ read }: TestForum['current']['database'], id: number): Promise<number[]> {
  const rows = await read
    .selectFrom('group_user')
    .select('group_id')
    .where('user_id', '=', id)
    .orderBy('group_id')
    .execute()
  return rows.map(({ group_id }) => group_id)
}

/** A random request to one of the doors that change accounts. */
function randomRequest(
  random: Random,
  client: ApiClient,
  targets: readonly number[],
  groups: readonly number[],
) {
  const id = random.pick(targets)
  const some = groups.filter(() => random.chance(0.3))
  const number = random.below(1e6)
  const patch = (attributes: object, groupIds?: readonly number[]) =>
    client.patch(`/api/users/${id}`, {
      data: {
        attributes,
        ...(groupIds && {
          relationships: {
            groups: { data: groupIds.map((group) => ({ type: 'groups', id: String(group) })) },
          },
        }),
      },
    })
  const bulk = (action: string, selected: object = { ids: targets }) =>
    client.post(`${path}/actions`, { action, groupId: random.pick(groups), ...selected })
  const doors = [
    () => patch({ username: `taken${number}` }),
    () => patch({ email: `taken${number}@machine.local` }),
    () => patch({ password: `taken over ${number}` }),
    () => patch({ isEmailConfirmed: true }),
    () => patch({}, some),
    () => patch({}, [random.pick(groups)]),
    () => patch({ password: `taken over ${number}` }, some),
    () => client.delete(`/api/users/${id}`),
    () => client.delete(`/api/users/${id}/avatar`),
    () => client.post(`${path}/${id}/confirm`, {}),
    () => client.post(`${path}/${id}/log-out`, {}),
    () => client.post(`${path}/${id}/show-email`, {}),
    () =>
      client.post(path, {
        username: `made${number}`,
        email: `made${number}@machine.local`,
        isEmailConfirmed: true,
      }),
    () => bulk(random.pick(['addGroup', 'removeGroup', 'confirm', 'logOut', 'delete'])),
    () =>
      bulk(random.pick(['addGroup', 'removeGroup', 'logOut']), {
        filter: { group: String(random.pick(groups)) },
      }),
    () => client.post('/api/permission', { permission: 'user.administer', groupIds: [members] }),
  ]
  return random.pick(doors)()
}

eachTestForum((open) => {
  test.each([1, 2, 3])(
    'no sequence of delegated actions gains a right (seed %i)',
    async (seed) => {
      const forum = await open()
      const random = new Random(seed)
      const helpers = await makeGroup(forum)
      const badge = await makeGroup(forum)
      const hidden = await makeGroup(forum, { is_hidden: true })
      for (const permission of [
        'user.administer',
        'user.edit',
        'user.editCredentials',
        'user.editGroups',
        'user.delete',
      ])
        await grant(forum, permission, [helpers.id])
      const make = async (groups: readonly number[], confirmed = true): Promise<Person> => {
        const { id } = await makeUser(forum, {
          groupIds: groups,
          is_email_confirmed: confirmed,
          avatar_url: 'https://x.example/a.png',
        })
        await forum.current.database.transaction((db) =>
          createAccessToken(db, { userId: id, type: 'developer', now: forum.clock.now() }),
        )
        return { id, groups }
      }
      const others = [
        { id: admin.id, groups: [administrators] },
        await make([administrators, helpers.id]),
        await make([moderators]),
        await make([moderators], false),
        await make([badge.id, helpers.id]),
        await make([hidden.id]),
      ]
      const within = [
        await make([helpers.id]),
        await make([]),
        await make([], false),
        await make([helpers.id], false),
      ]
      const before = await Promise.all(others.map(({ id }) => stateOf(forum, id)))
      const targets = [...others, ...within].map(({ id }) => id)
      const groups = [administrators, members, moderators, helpers.id, badge.id, hidden.id]
      const allowed = new Set([helpers.id])
      let done = 0
      for (let step = 0; step < steps; step += 1) {
        // Every account that is not out of reach may be in the hands of the moderator by now.
        const living = await forum.current.database.read
          .selectFrom('users')
          .select('id')
          .where('deleted_at', 'is', null)
          .execute()
        const hands = living.filter(({ id }) => !others.some((other) => other.id === id))
        if (hands.length === 0) break
        const actor = hands.find(({ id }) => id === within[0]?.id && random.chance(0.7)) ?? random.pick(hands)
        const { status } = await randomRequest(random, await forum.as(actor), targets, groups)
        expect(status).toBeLessThan(500)
        if (status < 300) done += 1
        await forum.settled()
        for (const { id } of hands) {
          const gained = (await groupIdsOf(forum.current.database, id)).filter((group) => !allowed.has(group))
          expect({ step, id, gained }).toEqual({ step, id, gained: [] })
        }
      }
      expect(await Promise.all(others.map(({ id }) => stateOf(forum, id)))).toEqual(before)
      expect(forum.current.grants.heldBy(new Set([members]))).not.toContain('user.administer')
      // The sequence did something, or it proves nothing.
      expect(done).toBeGreaterThan(5)
    },
    120_000,
  )
})
