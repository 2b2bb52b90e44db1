import {
  changePost,
  describeExtension,
  eachTestForum,
  makeDiscussion,
  makeUser,
  readExtension,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)

describeExtension(import.meta.dirname)

eachTestForum((open) => {
  test('a member reacts to a post, chooses another reaction and takes it back', async () => {
    const forum = await open({ extensions: [extension] })
    await makeDiscussion(forum, { user_id: 1, posts: [{ id: 5 }] })
    const member = await forum.as(await makeUser(forum))
    const none = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 }
    for (const [reaction, reactionCounts, userReactionIdentifier] of [
      [3, { ...none, 3: 1 }, 3],
      ['2', { ...none, 2: 1 }, 2],
      [2, none, null],
    ] as const) {
      const { status, body } = await changePost(member, 5, { reaction })
      expect(status).toBe(200)
      expect(body.data.attributes).toMatchObject({ reactionCounts, userReactionIdentifier })
    }
  })
})
