import { members, moderators } from '@parley/server/actor'
import { countersOf } from '@parley/server/declared-counters'
import type { InstalledExtension } from '@parley/server/extensions'
import { recount } from '@parley/server/recount'
import { recountStatistics } from '@parley/server/statistics-recount'
import { expect } from 'vitest'
import type { ApiResponse } from './api-client.ts'
import { expectLockOrder } from './database/lock-order.ts'
import { grant, makeUser } from './factories.ts'
import type { TestForum, TestForumOptions } from './test-forum.ts'

/** Recounts all counters and checks invariants. */
export async function expectConsistent(forum: TestForum): Promise<void> {
  await forum.settled()
  const { database } = forum.current
  const counters = countersOf(forum.current, forum.current)
  expect(await recount(database, counters, { repair: false })).toEqual([])
  const { statistics } = forum.current.points
  const now = forum.current.now()
  expect(await recountStatistics(database.read, statistics, { now })).toEqual([])
  const posts = await database.read.selectFrom('posts').select(['id', 'discussion_id', 'number']).execute()
  const numbers = posts.map(({ discussion_id, number }) => `${discussion_id} ${number}`)
  expect(new Set(numbers).size).toBe(numbers.length)
  const discussions = await database.read.selectFrom('discussions').selectAll().execute()
  const ids = new Set(posts.map(({ id }) => id))
  for (const { id, comment_count, last_post_id, first_post_id } of discussions) {
    const exists = (post: number | null) => post === null || ids.has(post)
    expect({
      id,
      hasFirstPost: exists(first_post_id),
      hasLastPost: comment_count === 0 || exists(last_post_id),
    }).toEqual({ id, hasFirstPost: true, hasLastPost: true })
    // Deleting the last post of a discussion deletes the discussion.
    expect({ id, hasPosts: posts.some(({ discussion_id }) => discussion_id === id) }).toEqual({
      id,
      hasPosts: true,
    })
  }
  expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
}

/** The statuses of answers, in ascending order. */
export const statusesOf = (answers: readonly ApiResponse[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b)

/** Awaits concurrent requests and returns their statuses in order. */
export async function atOnce(...requests: Promise<ApiResponse>[]): Promise<number[]> {
  return (await Promise.all(requests)).map(({ status }) => status)
}

/** A forum with members who write, whose transactions must lock rows in the common order. */
export async function openWithWriters(
  open: (options: TestForumOptions) => Promise<TestForum>,
  ...extensions: InstalledExtension[]
) {
  expectLockOrder()
  const forum = await open({ extensions })
  await grant(forum, 'postWithoutThrottle', [members])
  const [author, other] = [await makeUser(forum), await makeUser(forum)]
  const clients = {
    asAdmin: await forum.as(1),
    asAuthor: await forum.as(author),
    other: await forum.as(other),
    moderator: await forum.as(await makeUser(forum, { groupIds: [moderators] })),
  }
  return { forum, author, otherUser: other, ...clients }
}
