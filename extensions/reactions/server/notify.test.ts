import { join } from 'node:path'
import {
  type ApiClient,
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  notificationCounts,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(join(import.meta.dirname, '..'))

async function openWithAuthor(open: (options: { extensions: (typeof extension)[] }) => Promise<TestForum>) {
  const forum = await open({ extensions: [extension] })
  const author = await makeUser(forum)
  const reader = await makeUser(forum)
  await makeDiscussion(forum, {
    user_id: author.id,
    posts: [
      { id: 5, user_id: author.id },
      { id: 6, user_id: null },
    ],
  })
  return { forum, author, reader, asAuthor: await forum.as(author), asReader: await forum.as(reader) }
}

const listed = async (client: ApiClient) =>
  (await client.get('/api/notifications')).body.data.map(({ attributes, relationships }) => ({
    type: attributes.contentType,
    content: JSON.parse(attributes.content as string) as unknown,
    from: Number(relationships?.fromUser?.data.id),
    subject: relationships?.subject?.data,
  }))

const heart = { id: 5, identifier: 'heart', display: null, type: 'emoji', enabled: true }

eachTestForum((open) => {
  test('the author hears of a reaction; another choice replaces the notification, and taking it back withdraws it', async () => {
    const { asAuthor, asReader, reader } = await openWithAuthor(open)
    await changePost(asReader, 5, { reaction: 5 })
    const expected = { type: 'postReacted', from: reader.id, subject: { type: 'posts', id: '5' } }
    expect(await listed(asAuthor)).toEqual([{ ...expected, content: heart }])
    await changePost(asReader, 5, { reaction: 6 })
    expect(await listed(asAuthor)).toEqual([
      { ...expected, content: { ...heart, id: 6, identifier: 'tada' } },
    ])
    await changePost(asReader, 5, { reaction: null })
    expect(await listed(asAuthor)).toEqual([])
    expect((await notificationCounts(asAuthor)).unread).toBe(0)
    await changePost(asReader, 5, { reaction: 5 })
    expect(await listed(asAuthor)).toEqual([{ ...expected, content: heart }])
  })

  test('a notification is withdrawn after its type was renamed, by each way of removal', async () => {
    const { forum, asAuthor, asReader } = await openWithAuthor(open)
    const admin = await forum.as(1)
    for (const remove of [
      () => changePost(asReader, 5, { reaction: '' }),
      () => admin.delete('/api/posts/5/reactions/specific/1'),
      () => admin.delete('/api/posts/5/reactions/type/5'),
      () => admin.delete('/api/reactions/5'),
    ]) {
      await changePost(asReader, 5, { reaction: 5 })
      expect(await listed(asAuthor)).toHaveLength(1)
      await admin.patch('/api/reactions/5', { attributes: { display: `Love ${Math.random()}` } })
      await remove()
      await forum.settled()
      expect(await listed(asAuthor)).toEqual([])
    }
  })

  test('nobody hears of their own reaction, of one of a guest, or of one to a post without author', async () => {
    const { forum, asAuthor, asReader } = await openWithAuthor(open)
    await setSettings(forum, { 'fof-reactions.react_own_post': '1', 'fof-reactions.anonymousReactions': '1' })
    const guest = forum.browser()
    await guest.get('/api')
    for (const [client, id] of [
      [asAuthor, 5],
      [guest, 5],
      [asReader, 6],
    ] as const)
      expect((await changePost(client, id, { reaction: 5 })).status).toBe(200)
    expect(await listed(asAuthor)).toEqual([])
  })

  test('authors who no longer see their post hear nothing; there is no mail, and the alert can be switched off', async () => {
    const { forum, author, asAuthor, asReader } = await openWithAuthor(open)
    const { preferences } = (await asAuthor.get(`/api/users/${author.id}`)).body.data.attributes as {
      preferences: Record<string, boolean>
    }
    expect(preferences.notify_postReacted_alert).toBe(true)
    expect(preferences).not.toHaveProperty('notify_postReacted_email')
    await changePost(asReader, 5, { reaction: 5 })
    expect(await forum.mails()).toEqual([])
    await asAuthor.patch(`/api/users/${author.id}`, {
      data: { attributes: { preferences: { notify_postReacted_alert: false } } },
    })
    expect(await listed(asAuthor)).toEqual([])
    await grant(forum, 'viewForum', [])
    expect(await listed(asAuthor)).toEqual([])
  })
})
