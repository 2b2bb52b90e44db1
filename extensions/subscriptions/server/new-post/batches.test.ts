import { join } from 'node:path'
import { defineExtension } from '@parley/server'
import {
  admin,
  changePost,
  examinedByScans,
  examinedRows,
  keptPlanNodes,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  readExtension,
  replyTo,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { storeState } from '../../journeys/stored-states.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

/** Stores followers by one statement each, who have read everything. */
async function makeFollowers(forum: TestForum, discussionId: number, count: number): Promise<void> {
  await forum.current.database.transaction(async (db) => {
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const now = forum.clock.now().toISOString()
    const users = await db
      .insertInto('users')
      .values(
        numbers.map((number) => ({
          username: `follower${number}`,
          email: `follower${number}@machine.local`,
          password: '',
          is_email_confirmed: false,
          joined_at: now,
        })),
      )
      .returning('id')
      .execute()
    await db
      .insertInto('discussion_user')
      .values(
        users.map(({ id }) => ({
          discussion_id: discussionId,
          user_id: id,
          last_read_post_number: 1,
          subscription: 'follow' as const,
        })),
      )
      .execute()
  })
}

async function countTold(forum: TestForum, isDeleted = false): Promise<{ rows: number; users: number }> {
  const rows = await forum.current.database.read
    .selectFrom('notifications')
    .select('user_id')
    .where('type', '=', 'newPost')
    .where('is_deleted', '=', isDeleted)
    .execute()
  return { rows: rows.length, users: new Set(rows.map(({ user_id }) => user_id)).size }
}

onBothDatabases((open, name) => {
  test('a reply costs as many statements with many followers as with one, and each of them is told once', async () => {
    const forum = await open({ extensions: [extension] })
    const [quiet, busy] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    await storeState(forum, quiet.id, admin.id, { read: 1 })
    await makeFollowers(forum, busy.id, 450)
    const client = await forum.as(await makeUser(forum))
    await replyTo(client, (await makeDiscussion(forum)).id)
    const counts: number[] = []
    for (const { id } of [quiet, busy]) {
      forum.clock.advance(60)
      let answered = 0
      const statements = await statementsOf(forum, async () => {
        expect((await replyTo(client, id)).status).toBe(201)
        answered = (await countTold(forum)).rows
      })
      // What a job stores is none of the reply.
      expect(answered).toBeLessThan(450)
      const ofReply = statements.filter(({ sql }) => !sql.includes('access_tokens'))
      counts.push(ofReply.findIndex(({ sql }) => sql.includes('insert into "jobs"')))
      await forum.settled()
    }
    expect(counts[1]).toBe(counts[0])
    expect(await countTold(forum)).toEqual({ rows: 451, users: 451 })
    expect(forum.logged.filter(({ level }) => level !== 'info')).toEqual([])
  })

  test('the last batch reads as few notifications as the first, also by a plan that is kept', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    await makeFollowers(forum, id, 3000)
    const statements = await statementsOf(forum, async () => {
      await replyTo(await forum.as(await makeUser(forum)), id)
      await forum.settled()
    })
    expect(await countTold(forum)).toEqual({ rows: 3000, users: 3000 })
    const { database } = forum.current
    const lookUps = statements.filter(({ sql }) => /^select .*"same_key" =/.test(sql))
    expect(lookUps).toHaveLength(15)
    for (const last of lookUps.slice(-1)) {
      const examined =
        name === 'sqlite'
          ? (await examinedRows(database, ['notifications'], last)).examined
          : examinedByScans(await keptPlanNodes(database, last))
      expect(examined).toBeLessThanOrEqual(400)
    }
  }, 120_000)

  test('many notifications are withdrawn and given back in batches', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    await makeFollowers(forum, id, 450)
    const author = await forum.as(await makeUser(forum))
    const post = Number((await replyTo(author, id)).body.data.id)
    await forum.settled()
    const administrator = await forum.as(admin.id)
    for (const isHidden of [true, false, true]) {
      await changePost(administrator, post, { isHidden })
      await forum.settled()
      expect(await countTold(forum, isHidden)).toEqual({ rows: 450, users: 450 })
    }
    // Two changes before a job runs: the last one counts.
    const both = [false, true].map((isHidden) => changePost(administrator, post, { isHidden }))
    await Promise.all(both)
    await forum.settled()
    const { body } = await administrator.get(`/api/posts/${post}`)
    const isHidden = body.data.attributes.isHidden === true
    expect(await countTold(forum, isHidden)).toEqual({ rows: 450, users: 450 })
  })

  test('a batch that fails stores nothing; repeated, it tells everyone of it once', async () => {
    let isFailing = true
    const failing = {
      id: 'failing',
      title: 'Failing',
      version: '1.0.0',
      declaration: defineExtension({
        beforeNotifying(_notification, userIds) {
          if (isFailing) throw new Error('The process stops here')
          return userIds
        },
      }),
    }
    const forum = await open({ extensions: [extension, failing] })
    const { id } = await makeDiscussion(forum, { posts: [{}, {}] })
    const follower = await makeUser(forum)
    await storeState(forum, id, follower.id, { read: 1 })
    const author = await makeUser(forum)
    const post = await forum.current.database.read
      .selectFrom('posts')
      .select('id')
      .where('discussion_id', '=', id)
      .where('number', '=', 2)
      .executeTakeFirstOrThrow()
    const run = () =>
      forum.current.points.jobs.get('subscriptions.notify')?.run(
        {
          post: { id: post.id, discussionId: id, number: 2, userId: author.id },
          before: { number: 1, at: null },
          after: 0,
        },
        forum.asSystem(),
        { id: 1, attempt: 1, signal: new AbortController().signal },
      )
    await expect(run()).rejects.toThrow('The process stops here')
    expect(await countTold(forum)).toEqual({ rows: 0, users: 0 })
    isFailing = false
    await run()
    await run()
    expect(await countTold(forum)).toEqual({ rows: 1, users: 1 })
    expect(await forum.mails()).toHaveLength(1)
  })
})
