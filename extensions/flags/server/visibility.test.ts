import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { moderators } from '@parley/server/actor'
import {
  grant,
  idsOf,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  readExtension,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reportOf, storeFlags } from './test-flags.ts'

const folder = join(import.meta.dirname, '..')
const tagsFolder = join(folder, '../tags')
const extension = await readExtension(folder)
const extensions = existsSync(tagsFolder) ? [extension, await readExtension(tagsFolder)] : [extension]

/** Tags: 2 is open. 3, 4 and 5 are restricted: moderators view 3, view flags in 4, and both in 5. */
async function storeTags(forum: TestForum): Promise<void> {
  await forum.current.database.transaction(async (db) => {
    for (const id of [2, 3, 4, 5])
      await sql`insert into tags (id, name, slug, is_restricted)
        values (${id}, ${`Tag ${id}`}, ${`tag-${id}`}, ${sql.lit(id > 2)})`.execute(db)
  })
  for (const permission of [
    'tag3.viewForum',
    'tag5.viewForum',
    'tag4.discussion.viewFlags',
    'tag5.discussion.viewFlags',
  ])
    await grant(forum, permission, [moderators])
}

/** Starts a discussion with some posts in a tag. */
async function startIn(forum: TestForum, tagId: number, posts: number): Promise<void> {
  const { id, created_at } = await makeDiscussion(forum, { posts: Array.from({ length: posts }, () => ({})) })
  await forum.current.database.transaction(async (db) => {
    await sql`insert into discussion_tag (discussion_id, tag_id, created_at, started_at, is_counted, comment_count)
      values (${id}, ${tagId}, ${created_at}, ${created_at}, ${sql.lit(false)}, 0)`.execute(db)
  })
}

/** The contract's forum: flags 1 to 5 in an open tag, 6, 7 and 8 in restricted ones, and 9 in the last one, too. */
async function fill(forum: TestForum): Promise<void> {
  await makeUser(forum)
  await makeUser(forum, { groupIds: [moderators] })
  await storeTags(forum)
  for (const [tagId, posts] of [
    [2, 3],
    [3, 1],
    [4, 1],
    [5, 2],
  ] as const)
    await startIn(forum, tagId, posts)
  await storeFlags(
    forum,
    [1, 1, 1, 2, 3, 4, 5, 6, 7]
      .map((post_id, index) => ({ post_id, user_id: [1, 2, 1][index % 3] ?? 1 }))
      .map((flag, index) => (index === 2 ? { ...flag, user_id: 3 } : flag)),
  )
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

onBothDatabases((open) => {
  test.skipIf(extensions.length < 2)(
    'flags-5 flags-7 flags-8 with restricted tags, flags are seen where one may view flags, not where one may view',
    async () => {
      const forum = await open({ extensions })
      await fill(forum)
      const list = async (userId: number) => sorted(idsOf(await (await forum.as(userId)).get('/api/flags')))
      expect(await list(1)).toEqual([1, 4, 5, 6, 7, 8, 9])
      expect(await list(3)).toEqual([1, 4, 5, 7, 8, 9])
      expect((await forum.guest().get('/api/flags')).status).toBe(401)
      const { body } = await (await forum.as(3)).get('/api/flags')
      // The post of flag 7 is in a discussion that moderators do not see.
      const hidden = body.data.find(({ id }) => id === '7')
      expect(hidden?.relationships).not.toHaveProperty('post')
      expect(body.included?.filter(({ type }) => type === 'posts').map(({ id }) => id)).not.toContain('5')
      const forumOf = async (userId: number) =>
        (await (await forum.as(userId)).get('/api')).body.data.attributes
      expect(await forumOf(3)).toMatchObject({ canViewFlags: true, flagCount: 6 })
      expect(await forumOf(1)).toMatchObject({ flagCount: 7 })
      // Members see their own flags: the first of each post.
      expect(await list(2)).toEqual([2, 5, 8])
    },
  )

  test.skipIf(extensions.length < 2)(
    'one restricted tag is enough to view flags, and only there',
    async () => {
      const forum = await open({ extensions })
      await fill(forum)
      await grant(forum, 'discussion.viewFlags', [])
      const moderator = await forum.as(3)
      // Flag 3 is the moderator’s own, on a post whose first flag others made.
      expect(sorted(idsOf(await moderator.get('/api/flags')))).toEqual([3, 7, 8, 9])
      expect((await moderator.get('/api')).body.data.attributes).toMatchObject({
        canViewFlags: true,
        flagCount: 4,
      })
      expect((await moderator.delete('/api/posts/6/flags')).status).toBe(204)
      expect((await moderator.delete('/api/posts/1/flags')).status).toBe(403)
      expect((await moderator.delete('/api/posts/5/flags')).status).toBe(404)
      const flagsOf = async (id: number) =>
        (await moderator.get(`/api/posts/${id}`)).body.data.relationships?.flags
      expect(await flagsOf(7)).toMatchObject({ data: [{ id: '9' }] })
      expect(await flagsOf(1)).toBeUndefined()
    },
  )

  test.skipIf(extensions.length < 2)(
    'later flags of others count as new only where one may view flags',
    async () => {
      const forum = await open({ extensions })
      await fill(forum)
      await grant(forum, 'discussion.viewFlags', [])
      const moderator = await forum.as(3)
      const newFlagCount = async () => {
        const { included } = (await moderator.get('/api')).body
        return included?.find(({ type, id }) => type === 'users' && id === '3')?.attributes.newFlagCount
      }
      await moderator.get('/api/flags')
      forum.clock.advance(60)
      const created_at = forum.current.now().toISOString()
      const other = await makeUser(forum)
      // The moderator has flagged post 1, too, but does not see who else does.
      await storeFlags(forum, [{ post_id: 1, user_id: other.id, created_at }])
      expect(await newFlagCount()).toBe(0)
      await storeFlags(forum, [{ post_id: 6, user_id: other.id, created_at }])
      expect(await newFlagCount()).toBe(1)
    },
  )

  test.skipIf(extensions.length < 2)('a restricted tag decides who reports in it', async () => {
    const forum = await open({ extensions })
    await fill(forum)
    const moderator = await forum.as(3)
    expect((await moderator.post('/api/flags', reportOf(6))).status).toBe(403)
    await grant(forum, 'tag5.discussion.flagPosts', [moderators])
    expect((await moderator.post('/api/flags', reportOf(6))).status).toBe(201)
  })
})
