import { join } from 'node:path'
import { changeDiscussion, changePost, eachTestForum, openConversation, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'

const extensions = await Promise.all(
  ['mentions', 'subscriptions'].map((id) => readExtension(join(import.meta.dirname, '../../..', id))),
)

eachTestForum((open) => {
  /** A conversation that potato, who wrote its first post, follows and has read. */
  async function followed(preferences: object) {
    const opened = await openConversation(open, extensions)
    const { forum, potato, discussion } = opened
    await forum.current.database.transaction((db) =>
      db
        .updateTable('users')
        .set({ preferences: JSON.stringify(preferences) })
        .where('id', '=', potato.id)
        .execute(),
    )
    const client = await forum.as(potato)
    const following = { subscription: 'follow', lastReadPostNumber: 1 }
    expect((await changeDiscussion(client, discussion.id, following)).status).toBe(200)
    const told = async () => {
      await forum.settled()
      const { body } = await client.get('/api/notifications')
      return body.data.map(({ attributes }) => attributes.contentType)
    }
    return { ...opened, told }
  }

  test('a reply that mentions a follower and a post of the follower tells and mails once', async () => {
    const { forum, potato, post, client, told } = await followed({
      notify_newPost_email: true,
      notify_userMentioned_email: true,
      notify_postMentioned_email: true,
    })
    const { id } = (await post('@potato see @"x"#p1')).body.data
    expect(await told()).toEqual(['userMentioned'])
    const mails = await forum.mails()
    expect(mails.map(({ to }) => to.address)).toEqual([potato.email])
    expect(mails[0]?.subject).toContain('mentioned')
    await changePost(client, id, { content: 'see @"x"#p1' })
    expect(await told()).toEqual(['postMentioned'])
    await changePost(client, id, { content: 'nothing' })
    expect(await told()).toEqual(['newPost'])
    await changePost(client, id, { content: '@potato' })
    expect(await told()).toEqual(['userMentioned'])
    await changePost(client, id, { isHidden: true })
    expect(await told()).toEqual([])
    await changePost(client, id, { isHidden: false })
    expect(await told()).toEqual(['userMentioned'])
    expect(await forum.mails()).toHaveLength(1)
  })

  test('who wants mails of new posts only gets one for a post that mentions', async () => {
    const { forum, post, told } = await followed({ notify_newPost_email: true, notify_newPost_alert: false })
    await post('@potato')
    expect(await told()).toEqual(['userMentioned'])
    expect(await forum.mails()).toHaveLength(1)
  })
})
