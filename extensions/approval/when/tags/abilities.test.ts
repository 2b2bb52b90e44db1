import { join } from 'node:path'
import { Actor, currentRow, isAllowed } from '@parley/server'
import { administrators, members, moderators } from '@parley/server/actor'
import {
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  onBothDatabases,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../..')
const extensions = await Promise.all(
  ['flags', 'tags', 'approval'].map((id) => readExtension(join(folder, '..', id))),
)

const abilities = {
  discussions: ['view', 'startWithoutApproval', 'replyWithoutApproval', 'approvePosts', 'reply'],
  posts: ['view', 'approve', 'edit', 'hide'],
  tags: ['view', 'addToDiscussion'],
} as const

/** Accounts with few and many public comments, and with various rights. */
async function makeActors(forum: TestForum): Promise<Actor[]> {
  const approvers = await makeGroup(forum)
  await grant(forum, 'tag2.discussion.approvePosts', [approvers.id])
  const { rules } = forum.asSystem().actor
  const actors = [new Actor(rules)]
  for (const groupIds of [[], [approvers.id], [moderators], [administrators]])
    for (const comment_count of [1, 2]) {
      const { id } = await makeUser(forum, { comment_count })
      const account = { id, isEmailConfirmed: true, markedAllAsReadAt: null, columns: { comment_count } }
      actors.push(new Actor(rules, account, groupIds))
    }
  return actors
}

/** Discussions of every account that wait or not, without a tag, with an open one and with a restricted one. */
async function makeDiscussions(forum: TestForum, authors: readonly (number | null)[]): Promise<void> {
  const { database, now } = forum.current
  const hidden_at = now().toISOString()
  for (const user_id of authors)
    for (const is_approved of [true, false])
      for (const tag_id of [undefined, 1, 2]) {
        const state = { user_id, is_approved, is_private: !is_approved, hidden_at: null }
        const posts = [state, { ...state, is_approved: false, is_private: true }, { ...state, hidden_at }]
        const { id, created_at } = await makeDiscussion(forum, {
          user_id,
          is_approved,
          is_private: !is_approved,
          posts,
        })
        if (tag_id === undefined) continue
        const counts = { is_counted: false, last_posted_at: null, comment_count: 0, started_at: created_at }
        await database.transaction((db) =>
          db
            .insertInto('discussion_tag')
            .values({ discussion_id: id, tag_id, created_at, ...counts })
            .execute(),
        )
      }
}

/** Returns every ability that differs between the policies on rows and the conditions of queries. */
async function disagreements(forum: TestForum, actors: readonly Actor[]): Promise<string[]> {
  const system = forum.asSystem()
  const { read } = forum.current.database
  const found: string[] = []
  for (const [type, names] of Object.entries(abilities) as ['posts', readonly string[]][]) {
    const ids = await read.selectFrom(type).select('id').execute()
    const all = await Promise.all(ids.map(({ id }) => currentRow(system, type, id)))
    for (const ability of names)
      for (const actor of actors) {
        const context = { ...system, actor, cache: new Map() }
        const isListed = isAllowed(context, ability, type)
        const rows = await read.selectFrom(type).select(`${type}.id`).where(isListed).execute()
        const listed = new Set(rows.map(({ id }) => id))
        for (const row of all) {
          if (!row) throw new Error(`A row of ${type} is missing`)
          const may = actor.can(ability, type, row)
          if (may !== listed.has(row.id)) found.push(`${ability} ${type} ${row.id}: ${may} for ${actor.id}`)
        }
      }
  }
  return found
}

onBothDatabases((open) => {
  test('every rule about one row agrees with its condition on rows', async () => {
    const forum = await open({ extensions })
    const admin = await forum.as(1)
    const attributes = { name: 'Guarded', slug: 'guarded', description: '', color: '', primary: true }
    expect((await admin.post('/api/tags', { data: { attributes } })).body.data.id).toBe('2')
    await admin.patch('/api/tags/2', { data: { attributes: { isRestricted: true } } })
    for (const permission of ['viewForum', 'startDiscussion', 'discussion.replyWithoutApproval'])
      await grant(forum, `tag2.${permission}`, [members])
    const actors = await makeActors(forum)
    await makeDiscussions(forum, [null, ...actors.slice(1, 4).map(({ id }) => id)])
    for (const first of ['0', '2']) {
      await setSettings(forum, { 'flarum-approval.first_posts': first })
      expect({ first, found: await disagreements(forum, actors) }).toEqual({ first, found: [] })
    }
  }, 120_000)
})
