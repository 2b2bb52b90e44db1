import {
  changeDiscussion,
  changePost,
  makeDiscussion,
  notificationsExtension,
  notify,
  onBothDatabases,
  replyTo,
} from '@parley/testing'
import { atOnce, expectConsistent, openWithWriters } from '@parley/testing/writers'
import { expect, test } from 'vitest'
import { defineExtension, type InstalledExtension } from '../../points/extension.ts'

const rounds = 6

/** Makes posts private that contain 'privately'. */
const keeping: InstalledExtension = {
  id: 'keeping',
  title: 'Keeping',
  version: '1.0.0',
  declaration: defineExtension({
    privacy: {
      posts: {
        isPrivate: ({ content }) => content.includes('privately'),
        scope: (eb, { actor }) => eb('posts.user_id', '=', actor.id || -1),
        sees: (actor, { user_id }) => user_id === actor.id,
      },
    },
  }),
}

onBothDatabases((open) => {
  test('concurrent renames leave one title and one event for each change', async () => {
    const { forum, asAdmin, moderator } = await openWithWriters(open)
    for (let round = 0; round < rounds; round++) {
      const { id } = await makeDiscussion(forum, { user_id: 1, title: 'Original' })
      const renamers = [asAdmin, asAdmin, moderator, moderator]
      const answers = await atOnce(
        ...renamers.map((client, index) => changeDiscussion(client, id, { title: `Title ${index}` })),
      )
      expect(answers).toEqual([200, 200, 200, 200])
      const same = await makeDiscussion(forum, { user_id: 1, title: 'Original' })
      await atOnce(...[1, 2, 3].map(() => changeDiscussion(asAdmin, same.id, { title: 'The same' })))
      const events = await forum.current.database.read
        .selectFrom('posts')
        .select(['discussion_id', 'content'])
        .where('type', '=', 'discussionRenamed')
        .where('discussion_id', 'in', [id, same.id])
        .orderBy('number')
        .execute()
      const renames = (discussionId: number) =>
        events
          .filter(({ discussion_id }) => discussion_id === discussionId)
          .map(({ content }) => JSON.parse(content ?? ''))
      expect(renames(same.id)).toEqual([['Original', 'The same']])
      // Each event starts with the title that the previous one set, and the last one has the current title.
      const chain = renames(id) as [string, string][]
      const { body } = await asAdmin.get(`/api/discussions/${id}?include=user`)
      expect(chain.map(([from]) => from)).toEqual(['Original', ...chain.slice(0, -1).map(([, to]) => to)])
      expect(chain.at(-1)?.[1]).toBe(body.data.attributes.title)
    }
    await expectConsistent(forum)
  })

  test('of two concurrent deletions, of a discussion or a post, one succeeds', async () => {
    const { forum, asAdmin } = await openWithWriters(open)
    const asAdminToo = await forum.as(1)
    for (let round = 0; round < rounds; round++) {
      const { id, first_post_id: first } = await makeDiscussion(forum, { user_id: 1, posts: [{}, {}, {}] })
      const post = await atOnce(
        asAdmin.delete(`/api/posts/${(first ?? 0) + 1}`),
        asAdminToo.delete(`/api/posts/${(first ?? 0) + 1}`),
        changePost(asAdmin, (first ?? 0) + 1, { content: 'Changed' }),
      )
      expect(post.slice(0, 2).sort()).toEqual([204, 404])
      expect([200, 404]).toContain(post[2])
      const whole = await atOnce(
        asAdmin.delete(`/api/discussions/${id}`),
        asAdminToo.delete(`/api/discussions/${id}`),
        asAdmin.delete(`/api/posts/${(first ?? 0) + 2}`),
      )
      expect(whole.slice(0, 2).sort()).toEqual([204, 404])
      expect([204, 404]).toContain(whole[2])
    }
    await expectConsistent(forum)
  })

  test('replies, renames, hiding and reading during the deletion of the discussion or the post', async () => {
    const { forum, asAdmin, author, asAuthor, other, moderator } = await openWithWriters(open)
    for (let round = 0; round < rounds; round++) {
      const { id, first_post_id } = await makeDiscussion(forum, {
        user_id: author.id,
        posts: [{}, {}, {}, {}],
      })
      const first = first_post_id ?? 0
      const statuses = await atOnce(
        replyTo(other, id),
        asAdmin.delete(`/api/posts/${first + 3}`),
        changePost(moderator, first + 3, { isHidden: true }),
        changePost(moderator, first + 2, { isHidden: true }),
        changeDiscussion(asAuthor, id, { lastReadPostNumber: 4 }),
        changeDiscussion(moderator, id, { isHidden: round % 2 === 0 }),
        replyTo(asAuthor, id),
      )
      expect(statuses.filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([])
      await expectConsistent(forum)
      const last = await atOnce(
        asAdmin.delete(`/api/discussions/${id}`),
        replyTo(asAuthor, id),
        changeDiscussion(moderator, id, { title: 'Too late' }),
        changePost(moderator, first, { content: 'Too late' }),
        changeDiscussion(other, id, { lastReadPostNumber: 4 }),
      )
      expect(last[0]).toBe(204)
      expect(last.filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([])
      expect((await asAdmin.get(`/api/discussions/${id}`)).status).toBe(404)
    }
    await expectConsistent(forum)
  })

  test('posts become private and public during replies', async () => {
    const {
      forum,
      author,
      asAuthor: client,
      asAdmin,
      other,
      moderator,
    } = await openWithWriters(open, keeping)
    for (let round = 0; round < rounds; round++) {
      const { id, first_post_id: first } = await makeDiscussion(forum, {
        user_id: author.id,
        posts: [{}, {}],
      })
      const statuses = await atOnce(
        changePost(asAdmin, (first ?? 0) + 1, { content: 'privately' }),
        replyTo(other, id),
        replyTo(client, id, { content: 'privately' }),
        changePost(moderator, first ?? 0, { isHidden: true }),
        changePost(asAdmin, (first ?? 0) + 1, { content: 'openly' }),
        replyTo(other, id, { content: 'privately' }),
      )
      expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([])
      await expectConsistent(forum)
    }
  })

  test('notifications arrive while all are marked as read, or are deleted', async () => {
    const {
      forum,
      author,
      otherUser,
      asAuthor: client,
      moderator,
    } = await openWithWriters(open, notificationsExtension)
    for (let round = 0; round < rounds; round++) {
      const subjects: { id: number }[] = []
      for (let made = 0; made < 3; made++) subjects.push(await makeDiscussion(forum, { user_id: author.id }))
      const about = (index: number, data: string) =>
        notify(
          forum,
          {
            type: 'discussionNoticed',
            fromUserId: otherUser.id,
            subject: subjects[index] ?? { id: 0 },
            data,
          },
          [author.id, otherUser.id],
        )
      await about(0, 'before')
      const [read] = await Promise.all([
        client.post('/api/notifications/read'),
        about(0, 'meanwhile'),
        about(1, 'meanwhile'),
        client.get('/api/notifications'),
        changeDiscussion(moderator, subjects[2]?.id ?? 0, { title: `Renamed ${round}` }),
      ])
      expect(read.status).toBe(204)
      await client.get('/api/notifications')
      await expectConsistent(forum)
      const [deleted] = await Promise.all([
        client.delete('/api/notifications'),
        about(2, 'after'),
        about(0, 'after'),
      ])
      expect(deleted.status).toBe(204)
      await expectConsistent(forum)
    }
  })

  test('requests in flight when an extension is disabled finish on their build', async () => {
    const { forum, asAdmin, other, author } = await openWithWriters(open, keeping)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const request = async (): Promise<number[]> => {
      const answers = await Promise.all([
        other.get('/api/discussions'),
        replyTo(other, id, { content: 'privately' }),
        other.get(`/api/discussions/${id}`),
        asAdmin.get('/api/posts'),
      ])
      return answers.map(({ status }) => status)
    }
    const toggle = (isEnabled: boolean) => asAdmin.patch('/api/extensions/keeping', { enabled: isEnabled })
    const [first, off, second] = await Promise.all([request(), toggle(false), request()])
    expect(off.status).toBe(204)
    const [third, on] = await Promise.all([request(), toggle(true), request()])
    expect(on.status).toBe(204)
    for (const statuses of [first, second, third]) expect(statuses).toEqual([200, 201, 200, 200])
    const twice = await atOnce(toggle(false), toggle(false), toggle(true), toggle(true))
    expect(twice).toEqual([204, 204, 204, 204])
    await expectConsistent(forum)
  })
})
