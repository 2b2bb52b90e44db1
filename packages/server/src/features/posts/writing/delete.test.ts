import { eachTestForum, makeDiscussion, makeUser, replyTo } from '@parley/testing'
import { expect, test } from 'vitest'
import { moderators } from '../../../points/context/actor.ts'

eachTestForum((open) => {
  test('B409 B410 D22 numbers are never reused; deleting the last post deletes the discussion', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { posts: [{}, {}, {}] })
    const [admin, moderator] = [
      await forum.as(1),
      await forum.as(await makeUser(forum, { groupIds: [moderators] })),
    ]
    expect((await moderator.delete('/api/posts/3')).status).toBe(403)
    expect((await admin.delete('/api/posts/3')).status).toBe(204)
    expect((await admin.delete('/api/posts/3')).status).toBe(404)
    expect((await replyTo(admin, id)).body.data.attributes.number).toBe(4)
    expect((await admin.delete('/api/posts/1')).status).toBe(204)
    const shown = await admin.get(`/api/discussions/${id}?include=firstPost,lastPost`)
    expect(Object.keys(shown.body.data.relationships ?? {})).toEqual(['lastPost'])
    await admin.delete('/api/posts/4')
    expect((await replyTo(admin, id)).body.data.attributes.number).toBe(5)
    await admin.delete('/api/posts/5')
    await admin.delete('/api/posts/2')
    expect((await admin.get(`/api/discussions/${id}`)).status).toBe(404)
  })

  test.each([
    ['B127', [6], 5, 3],
    ['B128', [5, 6], 4, 3],
    ['B130', [4, 5, 6], 3, 3],
    ['B131 B133', [3, 4, 5, 6], 2, 2],
    ['B133', [6, 5, 4, 3], 2, 2],
    ['an earlier one', [2], 6, 3],
  ])('%s read states after the posts %j are deleted', async (_line, deleted, first, second) => {
    const forum = await open()
    const [one, two] = [await makeUser(forum), await makeUser(forum)]
    const { id } = await makeDiscussion(forum, { posts: [{}, {}, {}, {}, {}, {}] })
    const path = `/api/discussions/${id}`
    const read = (lastReadPostNumber: number) => ({ data: { attributes: { lastReadPostNumber } } })
    const readers = [await forum.as(one), await forum.as(two)]
    await readers[0]?.patch(path, read(6))
    await readers[1]?.patch(path, read(3))
    const admin = await forum.as(1)
    for (const post of deleted) await admin.delete(`/api/posts/${post}`)
    const states = []
    for (const reader of readers)
      states.push((await reader.get(path)).body.data.attributes.lastReadPostNumber)
    const [firstRead, secondRead] = states
    expect({ firstRead, secondRead }).toEqual({ firstRead: first, secondRead: second })
  })
})
