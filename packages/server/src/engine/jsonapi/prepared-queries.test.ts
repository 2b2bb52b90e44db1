import { grant, makeUser, onBothDatabases } from '@parley/testing'
import { expect, test } from 'vitest'
import { Actor, everyone } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import { type Bound, prepareQuery } from './prepared-queries.ts'

/** A query that reports how often it is composed. */
function countingQuery() {
  const composed = { count: 0 }
  const usernames = prepareQuery(
    (context, { ids, least }: Bound<{ ids: readonly number[]; least: number }>) => {
      composed.count += 1
      const { dialect } = context.forum.database
      return context.db
        .selectFrom('users')
        .select('username')
        .where((eb) => dialect.idIn(eb.ref('id'), ids))
        .where('id', '>=', least)
        .orderBy('id')
    },
  )
  return { composed, usernames }
}

function contextOf(context: Context, id?: number): Context {
  const account = id === undefined ? undefined : { id, isEmailConfirmed: true, markedAllAsReadAt: null }
  return { ...context, actor: new Actor(context.actor.rules, account), cache: new Map() }
}

onBothDatabases((open) => {
  test('a prepared query is composed once, and binds the values of each run', async () => {
    const forum = await open()
    const [ann, bob] = [
      await makeUser(forum, { username: 'ann' }),
      await makeUser(forum, { username: 'bob' }),
    ]
    const { composed, usernames } = countingQuery()
    const guest = contextOf(forum.asSystem())
    const ids = [ann.id, bob.id]
    expect(await usernames(guest, { ids, least: 0 })).toEqual([{ username: 'ann' }, { username: 'bob' }])
    expect(await usernames(guest, { ids, least: bob.id })).toEqual([{ username: 'bob' }])
    expect(await usernames(guest, { ids: [1, ann.id], least: 0 })).toEqual([
      { username: 'admin' },
      { username: 'ann' },
    ])
    expect(await usernames(guest, { ids: [], least: 0 })).toEqual([])
    expect(composed).toEqual({ count: 1 })
  })

  test('it is composed again for another actor, and after a permission changed', async () => {
    const forum = await open()
    const { composed, usernames } = countingQuery()
    const values = { ids: [1], least: 0 }
    const admin = [{ username: 'admin' }]
    expect(await usernames(contextOf(forum.asSystem()), values)).toEqual(admin)
    expect(await usernames(contextOf(forum.asSystem()), values)).toEqual(admin)
    expect(composed).toEqual({ count: 1 })
    expect(await usernames(contextOf(forum.asSystem(), 1), values)).toEqual(admin)
    expect(composed).toEqual({ count: 2 })
    await grant(forum, 'searchUsers', [everyone])
    expect(await usernames(contextOf(forum.asSystem()), values)).toEqual(admin)
    expect(composed).toEqual({ count: 3 })
  })

  test('two queries of one actor never answer for each other', async () => {
    const forum = await open()
    const guest = contextOf(forum.asSystem())
    const name = prepareQuery(({ db }, { id }: Bound<{ id: number }>) =>
      db.selectFrom('users').select('username').where('id', '=', id),
    )
    const address = prepareQuery(({ db }, { id }: Bound<{ id: number }>) =>
      db.selectFrom('users').select('email').where('id', '=', id),
    )
    expect(await name(guest, { id: 1 })).toEqual([{ username: 'admin' }])
    expect(await address(guest, { id: 1 })).toEqual([{ email: 'admin@machine.local' }])
    expect(await name(guest, { id: 1 })).toEqual([{ username: 'admin' }])
  })
})
