import { join } from 'node:path'
import { Actor, currentRow, isAllowed } from '@parley/server'
import { administrators, everyone, members, moderators } from '@parley/server/actor'
import { makeDiscussion, makeUser, onBothDatabases, readExtension, type TestForum } from '@parley/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { putTags, storeTags } from '../stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

const abilities = {
  discussions: ['view', 'reply', 'rename', 'hide', 'delete', 'tag', 'editPosts', 'hidePosts', 'unheardOf'],
  posts: ['view', 'edit', 'hide', 'delete', 'viewIps'],
  tags: ['view', 'startDiscussion', 'addToDiscussion', 'edit', 'delete'],
} as const

const tagIds = [1, 2, 3, 4, 5, 6]
const permissions = [
  ...['viewForum', 'startDiscussion', 'bypassTagCounts'],
  ...['reply', 'rename', 'hide', 'tag', 'editPosts', 'hidePosts'].map((name) => `discussion.${name}`),
]
const grantable = [
  ...permissions,
  ...tagIds.flatMap((id) => permissions.map((permission) => `tag${id}.${permission}`)),
]
const window = fc.constantFrom('-1', '0', 'reply', '10')
const person = fc.nat({ max: 3 })

/** Random forums: tags with parents, discussions with several of them, permissions of groups, authors’ rights. */
const worlds = fc.record({
  tags: fc.tuple(
    ...tagIds.map(() =>
      fc.record({
        position: fc.option(fc.nat({ max: 5 }), { nil: null }),
        parent: fc.option(fc.constantFrom(1, 2), { nil: null }),
        isRestricted: fc.boolean(),
      }),
    ),
  ),
  users: fc.tuple(...[1, 2, 3].map(() => fc.subarray([administrators, moderators]))),
  discussions: fc.array(
    fc.record({
      tags: fc.subarray(tagIds, { maxLength: 3 }),
      author: person,
      isHidden: fc.boolean(),
      isShared: fc.boolean(),
      minutesAgo: fc.constantFrom(0, 9, 10, 11),
    }),
    { minLength: 6, maxLength: 10 },
  ),
  grants: fc.array(fc.tuple(fc.constantFrom(...grantable), fc.subarray([everyone, members, moderators])), {
    minLength: 10,
    maxLength: 40,
  }),
  isOpen: fc.boolean(),
  minimum: fc.constantFrom('0', '1', '2'),
  windows: fc.tuple(window, window),
})
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never

/** Replaces what the forum has. Returns the ids of the accounts. */
async function makeWorld(forum: TestForum, world: World): Promise<number[]> {
  const { database, now, reload } = forum.current
  await database.transaction(async (db) => {
    for (const table of ['posts', 'discussion_tag', 'discussions', 'tags', 'group_permission'] as const)
      await db.deleteFrom(table).execute()
    await db.deleteFrom('users').where('id', '>', 1).execute()
    const grants = new Map(world.grants)
    if (world.isOpen) grants.set('viewForum', [everyone]).set('discussion.reply', [members])
    for (const [permission, ids] of grants)
      for (const group_id of ids)
        await db.insertInto('group_permission').values({ permission, group_id }).execute()
    const settings = {
      'flarum-tags.min_primary_tags': world.minimum,
      allow_tag_change: world.windows[0],
      allow_renaming: world.windows[1],
    }
    for (const [key, value] of Object.entries(settings))
      await db
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
  })
  await storeTags(
    forum,
    world.tags.map(({ position, parent, isRestricted }, index) => ({
      id: index + 1,
      position,
      parent_id: index < 2 ? null : parent,
      is_restricted: isRestricted,
    })),
  )
  const userIds: number[] = []
  for (const groupIds of world.users) userIds.push((await makeUser(forum, { groupIds })).id)
  for (const { tags, author, isHidden, isShared, minutesAgo } of world.discussions) {
    const user_id = userIds[author - 1] ?? null
    const at = now().toISOString()
    const discussion = await makeDiscussion(forum, {
      user_id,
      created_at: new Date(now().getTime() - minutesAgo * 60_000).toISOString(),
      ...(isHidden && { hidden_at: at, hidden_user_id: user_id }),
      posts: [{}, { hidden_at: at, hidden_user_id: user_id }],
    })
    await putTags(forum, discussion, tags)
    if (isShared)
      await database.transaction((db) =>
        db.updateTable('discussions').set({ participant_count: 2 }).where('id', '=', discussion.id).execute(),
      )
  }
  await reload()
  return userIds
}

function actorsOf(forum: TestForum, userIds: readonly number[], world: World): Actor[] {
  const { rules } = forum.asSystem().actor
  const account = (id: number) => ({ id, isEmailConfirmed: true, markedAllAsReadAt: null })
  const users = userIds.map((id, index) => new Actor(rules, account(id), world.users[index] ?? []))
  return [new Actor(rules), ...users]
}

/** Returns every ability of an actor that differs between the policies and the conditions on rows. */
async function disagreements(forum: TestForum, actors: readonly Actor[]): Promise<string[]> {
  const system = forum.asSystem()
  const found: string[] = []
  for (const [type, names] of Object.entries(abilities) as [keyof typeof abilities, readonly string[]][]) {
    const table = type as 'tags'
    const ids = await forum.current.database.read.selectFrom(table).select('id').execute()
    for (const { id } of ids) {
      const row = await currentRow(system, table, id)
      if (!row) throw new Error(`${type} ${id} is missing`)
      for (const ability of names) {
        for (const actor of actors) {
          const listed = await rowsOf(forum, actor, ability, table)
          const may = actor.can(ability, table, row)
          if (may !== listed.has(id)) found.push(`${ability} ${type} ${id}: ${may} for ${actor.id}`)
        }
      }
    }
  }
  return found
}

const listedRows = new WeakMap<Actor, Map<string, Promise<ReadonlySet<number>>>>()

/** The rows on which an actor has an ability, by its condition. */
function rowsOf(forum: TestForum, actor: Actor, ability: string, table: 'tags') {
  const known = listedRows.get(actor) ?? new Map<string, Promise<ReadonlySet<number>>>()
  listedRows.set(actor, known)
  const key = `${table} ${ability}`
  const context = { ...forum.asSystem(), actor, cache: new Map() }
  const rows = known.get(key) ?? selectRows()
  known.set(key, rows)
  return rows

  async function selectRows() {
    const listed = await forum.current.database.read
      .selectFrom(table)
      .select(`${table}.id`)
      .where(isAllowed(context, ability, table))
      .execute()
    return new Set(listed.map(({ id }) => id))
  }
}

onBothDatabases((open, name) => {
  test('an actor has an ability on exactly the rows that meet its condition', async () => {
    const forum = await open({ extensions: [extension] })
    const check = async (world: World) => {
      const userIds = await makeWorld(forum, world)
      expect(await disagreements(forum, actorsOf(forum, userIds, world))).toEqual([])
    }
    const numRuns = name === 'sqlite' ? 20 : 4
    await fc.assert(fc.asyncProperty(worlds, check), { seed: 3, numRuns, endOnFailure: true })
  }, 240_000)
})
