import {
  grant,
  makeDiscussion,
  makeGroup,
  makePost,
  makeUser,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { Actor, administrators, everyone, members, moderators } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import type { ResourceRows } from '../../points/resources/resource-rows.ts'
import { currentRow, resourceOf, visibleRows } from './rows.ts'

const types = ['discussions', 'posts', 'users', 'groups', 'access-tokens'] as const
const at = '2024-01-01T00:00:00.000Z'

/** Creates rows in every state that visibility depends on. @returns the ids of their two authors. */
async function rowsOfEveryKind(forum: TestForum): Promise<number[]> {
  const [author, poster] = [(await makeUser(forum)).id, (await makeUser(forum)).id]
  for (const user_id of [author, null]) {
    for (const hidden_at of [null, at]) {
      for (const is_private of [false, true]) {
        for (const firstHidden of [null, at]) {
          const { id } = await makeDiscussion(forum, {
            user_id,
            hidden_at,
            is_private,
            posts: [{ hidden_at: firstHidden }],
          })
          if (firstHidden && hidden_at) continue
          await makePost(forum, id, { user_id: poster, hidden_at: at, hidden_user_id: 1 })
          await makePost(forum, id, { user_id: poster, is_private: true })
          await makePost(forum, id, { user_id: poster, type: 'discussionRenamed', content: '["a","b"]' })
          await makePost(forum, id, { user_id: poster, type: 'unheardOf', content: '{}' })
        }
      }
    }
  }
  await makeGroup(forum, { is_hidden: true })
  for (const user of [author, poster, 1]) await forum.as(user)
  return [author, poster]
}

/** Contexts of every kind of actor. */
function contexts(forum: TestForum, [author, poster]: readonly number[]): [name: string, Context][] {
  const system = forum.asSystem()
  const { rules } = system.actor
  const account = (id: number | undefined, isEmailConfirmed = true) =>
    id === undefined ? undefined : { id, isEmailConfirmed, markedAllAsReadAt: null }
  const actors: [string, Actor][] = [
    ['guest', new Actor(rules)],
    ['author', new Actor(rules, account(author))],
    ['unconfirmed author', new Actor(rules, account(author, false))],
    ['poster', new Actor(rules, account(poster))],
    ['moderator', new Actor(rules, account(98), [moderators])],
    ['administrator', new Actor(rules, account(1), [administrators])],
    ['system', system.actor],
  ]
  return actors.map(([name, actor]) => [name, { ...system, actor }])
}

onBothDatabases((open) => {
  test('policies and scopes agree on every row for every actor', async () => {
    const forum = await open()
    const authors = await rowsOfEveryKind(forum)
    const compare = async (grants: string) => {
      for (const type of types) {
        const table = resourceOf(forum.asSystem(), type).table as 'users'
        const ids = await forum.current.database.read.selectFrom(table).select('id').orderBy('id').execute()
        const rows: ResourceRows[typeof type][] = []
        for (const { id } of ids) {
          const row = await currentRow(forum.asSystem(), type, id)
          if (row) rows.push(row)
        }
        expect(rows).toHaveLength(ids.length)
        for (const [name, context] of contexts(forum, authors)) {
          const listed = await visibleRows(context, resourceOf(context, type)).orderBy('id').execute()
          const allowed = rows.filter((row) => context.actor.can('view', type, row as never))
          expect({ grants, type, name, ids: allowed.map(({ id }) => id) }).toEqual({
            grants,
            type,
            name,
            ids: listed.map(({ id }) => id),
          })
        }
      }
    }
    await compare('as installed')
    for (const permission of [
      'discussion.hide',
      'discussion.editPosts',
      'discussion.hidePosts',
      'discussion.view',
      'viewHiddenGroups',
      'moderateAccessTokens',
    ]) {
      await grant(forum, permission, [everyone])
      await compare(permission)
      await grant(forum, permission, [])
    }
    await grant(forum, 'viewForum', [])
    await compare('viewForum for no group')
    await grant(forum, 'viewForum', [members])
    await compare('viewForum for members')
  })
})
