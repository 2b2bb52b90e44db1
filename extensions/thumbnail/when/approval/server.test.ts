import { join } from 'node:path'
import { moderators } from '@parley/server/actor'
import { admin, changePost, createTestForum, makeUser, readExtension, startDiscussion } from '@parley/testing'
import { expect, test } from 'vitest'

const photo = 'https://pictures.example/photo.jpg'
const [flags, approval, extension] = await Promise.all(
  ['flags', 'approval', 'thumbnail'].map((id) => readExtension(join(import.meta.dirname, '../../..', id))),
)

test('while a first post waits for approval, its writer and moderators have the thumbnail only', async () => {
  const forum = await createTestForum({ extensions: [flags, approval, extension].filter((one) => !!one) })
  const writer = await makeUser(forum)
  const asAdmin = await forum.as(admin)
  const { body } = await startDiscussion(asAdmin, { title: 'A walk', content: `![a](${photo})` })
  const { id } = body.data
  const postId = String((await asAdmin.get(`/api/posts?filter[discussion]=${id}`)).body.data[0]?.id)
  const asModerator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
  const readers = [forum.guest(), await forum.as(await makeUser(forum)), await forum.as(writer), asModerator]
  const seen = () =>
    Promise.all(
      readers.map(
        async (reader) => (await reader.get(`/api/discussions/${id}`)).body.data.attributes.customThumbnail,
      ),
    )
  await forum.current.database.transaction(async (db) => {
    await db
      .updateTable('posts')
      .set({ is_approved: false, is_private: true, user_id: writer.id } as object)
      .where('id', '=', Number(postId))
      .execute()
    await db
      .updateTable('discussions')
      .set({ is_thumbnail_public: false })
      .where('id', '=', Number(id))
      .execute()
  })
  expect(await seen()).toEqual([null, null, photo, photo])
  expect((await changePost(asModerator, postId, { isApproved: true })).status).toBe(200)
  expect(await seen()).toEqual([photo, photo, photo, photo])
})
