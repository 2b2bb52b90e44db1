import { changeDiscussion, makeDiscussion, makeUser, onBothDatabases } from '@parley/testing'
import { expect, test } from 'vitest'
import type { InstalledExtension } from '../../../points/extension.ts'

/** Makes discussions private that only administrators see. */
const confidential: InstalledExtension = {
  id: 'confidential',
  title: 'Confidential',
  version: '1.0.0',
  declaration: {
    privacy: {
      discussions: {
        isPrivate: ({ title }) => title.startsWith('Confidential'),
        scope: (eb, { actor }) => eb.lit(actor.isAdmin),
        sees: (actor) => actor.isAdmin,
      },
    },
  },
}

onBothDatabases((open) => {
  test('B059 D18 deleting a discussion removes all of its rows and corrects the counters of its authors', async () => {
    const forum = await open()
    const [author, other] = [await makeUser(forum), await makeUser(forum)]
    const posts = [
      { user_id: author.id },
      { user_id: other.id },
      { user_id: other.id, hidden_at: '2024-01-01T00:00:00.000Z' },
    ]
    const { id } = await makeDiscussion(forum, { user_id: author.id, posts })
    await makeDiscussion(forum, { user_id: author.id, posts: [{ user_id: other.id }] })
    await changeDiscussion(await forum.as(other), id, { lastReadPostNumber: 2 })
    expect((await (await forum.as(author)).delete(`/api/discussions/${id}`)).status).toBe(403)
    const admin = await forum.as(1)
    const deleted = await admin.delete(`/api/discussions/${id}`)
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 204, text: '' })
    expect((await admin.get(`/api/discussions/${id}`)).status).toBe(404)
    expect((await admin.delete(`/api/discussions/${id}`)).status).toBe(404)
    await forum.settled()
    const { read } = forum.current.database
    for (const table of ['posts', 'discussion_user', 'post_blocks'] as const) {
      const left = await read
        .selectFrom(table)
        .select('discussion_id')
        .where('discussion_id', '=', id)
        .execute()
      expect({ table, left }).toEqual({ table, left: [] })
    }
    const counts = await read
      .selectFrom('users')
      .select(['discussion_count', 'comment_count'])
      .where('id', 'in', [author.id, other.id])
      .orderBy('id')
      .execute()
    expect(counts).toEqual([
      { discussion_count: 1, comment_count: 0 },
      { discussion_count: 0, comment_count: 1 },
    ])
  })

  test('a private discussion is not counted, so its deletion changes no counter', async () => {
    const forum = await open({ extensions: [confidential] })
    const author = await makeUser(forum)
    await makeDiscussion(forum, { user_id: author.id })
    const values = { title: 'Confidential', is_private: true, user_id: author.id }
    const { id } = await makeDiscussion(forum, { ...values, posts: [{ user_id: author.id }] })
    const admin = await forum.as(1)
    expect((await (await forum.as(author)).get(`/api/discussions/${id}`)).status).toBe(404)
    expect((await admin.delete(`/api/discussions/${id}`)).status).toBe(204)
    await forum.settled()
    expect((await admin.get(`/api/discussions/${id}`)).status).toBe(404)
    const { body } = await admin.get(`/api/users/${author.id}`)
    expect(body.data.attributes.discussionCount).toBe(1)
  })
})
