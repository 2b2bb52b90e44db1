import { makeDiscussion, makeGroup, makeUser, onBothDatabases, type TestForum } from '@parley/testing'
import { areasExtension, putIntoAreas } from '@parley/testing/areas'
import { checkWorlds, grantable, type State, type World } from '@parley/testing/worlds'
import { expect, test } from 'vitest'
import { loadRecipients } from '../../features/notifications/sync/recipients.ts'
import { rowsWhere } from '../../points/access/policies.ts'
import { allow, deny, forceAllow, forceDeny } from '../../points/access/verdicts.ts'
import { Actor, moderators } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import { defineExtension, type InstalledExtension } from '../../points/extension.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import { attachFacts } from './attached-facts.ts'
import { isAllowed, resourceOf } from './rows.ts'

const words = { Silent: forceDeny, Free: forceAllow, Shut: deny, Open: allow }

/** Decides on discussions by the words of their titles, and on some posts and accounts. */
const judge: InstalledExtension = {
  id: 'judge',
  title: 'Judge',
  version: '1.0.0',
  declaration: defineExtension({
    policies: {
      discussions: {
        '*': {
          verdict: (_actor, { title }) => Object.entries(words).find(([word]) => title.includes(word))?.[1],
          scope: (eb) =>
            Object.fromEntries(
              Object.entries(words).map(([word, { effect }]) => [
                effect,
                eb('discussions.title', 'like', `%${word}%`),
              ]),
            ),
        },
        // Outweighs less than '*', and compares with a column that may be null.
        rename: {
          verdict: (actor, { hidden_user_id, participant_count }) =>
            hidden_user_id === actor.id ? deny : participant_count > 1 ? allow : undefined,
          scope: (eb, { actor }) => ({
            deny: eb('discussions.hidden_user_id', '=', actor.id),
            allow: eb('discussions.participant_count', '>', 1),
          }),
        },
      },
      posts: {
        edit: {
          verdict: (actor, { discussion }) =>
            actor.can('rename', 'discussions', discussion) ? undefined : deny,
          scope: (eb, context) => ({
            deny: eb.not(
              eb.exists(
                eb
                  .selectFrom('discussions')
                  .select('discussions.id')
                  .whereRef('discussions.id', '=', 'posts.discussion_id')
                  .where(isAllowed(context, 'rename', 'discussions')),
              ),
            ),
          }),
        },
      },
      users: {
        suspend: {
          verdict: (actor, { id }) => (id === actor.id ? deny : undefined),
          scope: (eb, { actor }) => ({ deny: eb('users.id', '=', actor.id) }),
        },
      },
    },
    privacy: {
      discussions: {
        isPrivate: () => false,
        scope: (eb, context) => {
          const approved = rowsWhere(context, 'approvePosts', 'discussions')
          return typeof approved === 'boolean' ? eb.lit(approved) : approved
        },
        sees: (actor, discussion) => actor.can('approvePosts', 'discussions', discussion),
      },
    },
  }),
}

/** Replaces what the forum has. Returns the ids of the accounts. */
async function makeWorld(forum: TestForum, world: World): Promise<number[]> {
  const { database, now, reload } = forum.current
  await database.transaction(async (db) => {
    for (const table of [
      'notifications',
      'notification_groups',
      'access_tokens',
      'posts',
      'discussions',
      'areas',
    ] as const)
      await db.deleteFrom(table).execute()
    await db.deleteFrom('users').where('id', '>', 1).execute()
    await db.deleteFrom('groups').where('id', '>', moderators).execute()
    await db.deleteFrom('group_permission').execute()
    for (const id of [1, 2])
      await db
        .insertInto('areas')
        .values({ id, is_restricted: world.restricted.includes(id) })
        .execute()
  })
  await makeGroup(forum, { id: 5, is_hidden: world.isGroupHidden })
  const userIds: number[] = []
  for (const values of world.users) userIds.push((await makeUser(forum, values)).id)
  for (const id of [1, ...userIds]) await makeOwnRows(forum, id)
  const idOf = (place: number) => userIds[place - 1] ?? null
  const columns = ({ author, hiddenBy, isPrivate, minutesAgo: ago }: State) => ({
    user_id: idOf(author),
    hidden_at: hiddenBy === null ? null : now().toISOString(),
    hidden_user_id: hiddenBy === null ? null : idOf(hiddenBy),
    is_private: isPrivate,
    created_at: new Date(now().getTime() - ago * 60_000).toISOString(),
  })
  for (const { posts, title, areas, isEmpty, isShared, ...rest } of world.discussions) {
    const { id } = await makeDiscussion(forum, {
      title,
      ...columns(rest),
      posts: posts.map(({ type, ...values }) => ({
        type,
        content: type === 'comment' ? 'Hello' : '["a","b"]',
        ...columns(values),
      })),
    })
    await putIntoAreas(forum, id, areas)
    await database.transaction((db) =>
      db
        .updateTable('discussions')
        .set({ participant_count: isShared ? 2 : 1, ...(isEmpty && { comment_count: 0 }) })
        .where('id', '=', id)
        .execute(),
    )
  }
  await database.transaction(async (db) => {
    const rows = [...world.grants].flatMap(([permission, ids]) =>
      ids.map((group_id) => ({ permission, group_id })),
    )
    for (const row of rows) await db.insertInto('group_permission').values(row).execute()
    for (const [index, key] of ['allow_renaming', 'allow_post_editing', 'allow_hide_own_posts'].entries()) {
      const value = world.windows[index] ?? null
      await db
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    }
  })
  await reload()
  return userIds
}

/** Stores an access token and a notification of an account. */
async function makeOwnRows(forum: TestForum, user_id: number): Promise<void> {
  await forum.as(user_id)
  const subject = { type: 'userNoticed', subject_id: 1 }
  await forum.current.database.transaction(async (db) => {
    const { id } = await db
      .insertInto('notification_groups')
      .values({
        ...subject,
        user_id,
        subject_type: 'users',
        root_type: 'users',
        root_id: 1,
        is_visible: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const created_at = forum.current.now().toISOString()
    await db
      .insertInto('notifications')
      .values({ ...subject, user_id, group_id: id, same_key: 'same', created_at })
      .execute()
  })
}

/** Stores what is the same in every world: a failed job, and an entry of the audit log. */
async function makeRecords(forum: TestForum): Promise<void> {
  const at = forum.current.now().toISOString()
  await forum.current.database.transaction(async (db) => {
    await db
      .insertInto('failed_jobs')
      .values({ id: 1, name: 'x', error: 'x', attempts: 1, created_at: at, failed_at: at })
      .execute()
    await db.insertInto('jobs').values({ name: 'x', key: 'x', due_at: at, created_at: at }).execute()
  })
  const tune = { data: { type: 'groups', id: '3', attributes: { icon: 'star' } } }
  expect((await (await forum.as(1)).patch('/api/groups/3', tune)).status).toBe(200)
}

function abilitiesOf(type: ResourceType, { forum }: Context): string[] {
  const { policies, permissions } = forum.points
  const granted = [...permissions.values()].flatMap(({ ability }) =>
    ability?.type === type ? [ability.name] : [],
  )
  const ofPosts = grantable.flatMap((name) => /^discussion\.(\w+)$/.exec(name)?.[1] ?? [])
  const further = type === 'discussions' ? ofPosts : []
  return [...new Set(['view', 'unheardOf', ...policies.abilities(type), ...granted, ...further])]
}

/** Returns every ability of an actor that differs between the policies and the conditions on rows. */
async function disagreements(forum: TestForum, actors: readonly Actor[]): Promise<string[]> {
  const system = forum.asSystem()
  const found: string[] = []
  for (const [name, resource] of forum.current.points.resources) {
    const type = name as ResourceType
    if (!resource.table) continue
    const table = resource.table as 'users'
    const select = () => forum.current.database.read.selectFrom(table)
    const rows = await select().selectAll().execute()
    if (rows.length === 0) found.push(`${type} has no rows`)
    await attachFacts(system, resourceOf(system, type), rows)
    for (const ability of abilitiesOf(type, system)) {
      for (const actor of actors) {
        const context = { ...system, actor, cache: new Map() }
        const listed = await select()
          .select(`${table}.id`)
          .where(isAllowed(context, ability, type))
          .execute()
        const ids = new Set(listed.map(({ id }) => id))
        for (const row of rows) {
          const may = actor.can(ability, type, row as never)
          if (may !== ids.has(row.id)) found.push(`${ability} ${type} ${row.id}: ${may} for ${actor.id}`)
        }
      }
    }
  }
  return found
}

onBothDatabases((open, name) => {
  test('an actor has an ability on exactly the rows that meet its condition', async () => {
    const forum = await open({ extensions: [areasExtension, judge] })
    await makeRecords(forum)
    const check = async (world: World) => {
      const userIds = await makeWorld(forum, world)
      const system = forum.asSystem()
      const users = await loadRecipients(system, [1, ...userIds])
      const actors = [system.actor, new Actor(system.actor.rules), ...users.map(({ actor }) => actor)]
      expect(await disagreements(forum, actors)).toEqual([])
    }
    const count = name === 'sqlite' ? 20 : 5
    await checkWorlds(check, { seed: 26, count })
  })
})
