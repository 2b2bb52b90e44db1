import { join } from 'node:path'
import { defineExtension, type PostRow, type WriteContext } from '@parley/server'
import { moderators } from '@parley/server/actor'
import type { InstalledExtension } from '@parley/server/extensions'
import {
  changePost,
  eachTestForum,
  makeDiscussion,
  makeUser,
  readExtension,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { flags } from '../contract/server.ts'
import { storeFlags } from './test-flags.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

/** Writes events into the log. */
const listening: InstalledExtension = {
  id: 'listening',
  title: 'Listening',
  version: '1.0.0',
  declaration: defineExtension({
    on: {
      'flag.created': ({ flag, post }, { forum }) =>
        forum.log.info({ type: flag.type, post: post.id }, 'flag.created'),
      'flag.removed': ({ flag, post }, { forum }) =>
        forum.log.info({ type: flag.type, post: post.id }, 'flag.removed'),
    },
  }),
}

const eventsOf = (forum: TestForum) =>
  forum.logged
    .filter(({ message }) => message.startsWith('flag.'))
    .map(({ details, message }) => ({ message, ...details }))
const flagsOf = (forum: TestForum) =>
  forum.current.database.read.selectFrom('flags').selectAll().orderBy('id').execute()

eachTestForum((open) => {
  const fill = async () => {
    const forum = await open({ extensions: [extension, listening] })
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    const discussion = await makeDiscussion(forum, { title: 'Oak', posts: [{}, {}, {}] })
    await storeFlags(forum, [{ post_id: 1, user_id: 1 }, { post_id: 1, type: 'approval' }, { post_id: 2 }])
    return { forum, discussion, moderator: await forum.as(moderator) }
  }

  test('moderators dismiss all flags of a post, which the audit log and other extensions hear of', async () => {
    const { forum, moderator } = await fill()
    expect((await moderator.delete('/api/posts/1/flags')).status).toBe(204)
    expect(await flagsOf(forum)).toMatchObject([{ post_id: 2 }])
    expect(eventsOf(forum)).toEqual([
      { message: 'flag.removed', type: 'user', post: 1 },
      { message: 'flag.removed', type: 'approval', post: 1 },
    ])
    // Nothing happens the second time, or twice at once.
    const again = await Promise.all([1, 1, 3].map((id) => moderator.delete(`/api/posts/${id}/flags`)))
    expect(again.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(eventsOf(forum)).toHaveLength(2)
    const { body } = await (await forum.as(1)).get('/api/audit-entries?filter[action]=post.flagsDismissed')
    expect(body.data.map(({ attributes }) => attributes)).toMatchObject([
      { action: 'post.flagsDismissed', targetName: 'Oak #1' },
    ])
  })

  test('nobody else dismisses flags', async () => {
    const { forum, moderator } = await fill()
    const reporter = await forum.as(await makeUser(forum))
    expect((await reporter.delete('/api/posts/1/flags')).status).toBe(403)
    const guest = forum.browser()
    await guest.get('/api')
    expect((await guest.delete('/api/posts/1/flags')).status).toBe(403)
    for (const id of ['99', 'x', '1.5', '9'.repeat(20)])
      expect((await moderator.delete(`/api/posts/${id}/flags`)).status).toBe(404)
    await changePost(await forum.as(1), 1, { isHidden: true })
    expect((await reporter.delete('/api/posts/1/flags')).status).toBe(404)
    expect(await flagsOf(forum)).toHaveLength(3)
    // Hiding a post does not touch its flags.
    expect((await moderator.delete('/api/posts/1/flags')).status).toBe(204)
    expect(await flagsOf(forum)).toHaveLength(1)
  })

  test('other extensions flag posts with types of their own, and remove these flags', async () => {
    const { forum, discussion } = await fill()
    const context = forum.asSystem()
    const service = flags.of(context)
    const write = <Result>(work: (writing: WriteContext, post: PostRow) => Promise<Result>) =>
      forum.current.write(context, async (writing) => {
        const row = await writing.db
          .selectFrom('posts')
          .selectAll()
          .where('id', '=', 3)
          .executeTakeFirstOrThrow()
        return work(writing, { ...row, discussion, isOfKnownType: true })
      })
    const add = (reason?: string) =>
      write((writing, post) => service.add(writing, post, { type: 'approval', ...(reason && { reason }) }))
    const flag = await add()
    expect(flag).toMatchObject({ post_id: 3, type: 'approval', user_id: null, reason: null })
    expect((await add('again')).id).toBe(flag.id)
    expect(await flagsOf(forum)).toMatchObject([
      {},
      {},
      {},
      { id: flag.id, reason: 'again', is_oldest: true },
    ])
    const { body } = await (await forum.as(1)).get('/api/flags')
    expect(body.data[0]).toMatchObject({ id: String(flag.id), attributes: { type: 'approval' } })
    expect(body.data[0]?.relationships).not.toHaveProperty('user')
    const remove = (type: string) => write((writing, post) => service.remove(writing, post, type))
    expect([await remove('other'), await remove('approval'), await remove('approval')]).toEqual([0, 1, 0])
    await expect(write((writing, post) => service.add(writing, post, { type: 'user' }))).rejects.toThrow(
      "The type 'user' is for reports of members",
    )
    expect(eventsOf(forum).map(({ message }) => message)).toEqual([
      'flag.created',
      'flag.created',
      'flag.removed',
    ])
  })
})
