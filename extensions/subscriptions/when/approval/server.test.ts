import { join } from 'node:path'
import {
  admin,
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { storeState, toldOf } from '../../journeys/stored-states.ts'

const extensions = await Promise.all(
  ['flags', 'approval', 'subscriptions'].map((id) =>
    readExtension(join(import.meta.dirname, '../../..', id)),
  ),
)

eachTestForum((open) => {
  test('of a post that waits approvers are told; when it is approved the other followers, and each once', async () => {
    const forum = await open({ extensions })
    await grant(forum, 'discussion.replyWithoutApproval', [])
    const { id } = await makeDiscussion(forum)
    const author = await makeUser(forum)
    const [caughtUp, behind] = [await makeUser(forum), await makeUser(forum)]
    await storeState(forum, id, admin.id, { read: 1 })
    await storeState(forum, id, caughtUp.id, { read: 1 })
    await storeState(forum, id, behind.id, { read: null })
    const answer = await replyTo(await forum.as(author), id)
    const post = Number(answer.body.data.id)
    expect(answer.body.data.attributes.isApproved).toBe(false)
    const told = async () => [
      await toldOf(forum, admin),
      await toldOf(forum, caughtUp),
      await toldOf(forum, behind),
    ]
    expect(await told()).toEqual([[2], [], []])
    const approved = await changePost(await forum.as(admin.id), post, { isApproved: true })
    expect(approved.status).toBe(200)
    expect(await told()).toEqual([[2], [2], []])
    expect((await forum.mails()).map(({ to }) => to.address).sort()).toEqual(
      [admin.email, caughtUp.email].sort(),
    )
  })
})
