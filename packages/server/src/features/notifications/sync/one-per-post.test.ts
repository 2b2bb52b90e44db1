import {
  type ApiClient,
  admin,
  changeDiscussion,
  notificationCounts as counts,
  deleteNotifications,
  makeDiscussion,
  makePost,
  makeUser,
  notify,
  onBothDatabases,
  restoreNotifications,
} from '@parley/testing'
import { expectConsistent } from '@parley/testing/writers'
import { expect, test } from 'vitest'
import { defineExtension, type InstalledExtension } from '../../../points/extension.ts'
import type { NotificationTypes } from '../../../points/notifications/notifications.ts'
import type { MailedNotification } from '../email/compose.ts'
import { type Notification, syncNotification } from './sync.ts'

const email = {
  default: false,
  compose: ({ type }: MailedNotification) => ({ key: 'core.email.send_test', params: { forum: type } }),
}
const channels = { alert: { default: true }, email }

/** Three types about the same post, by ascending rank. */
const ranked: InstalledExtension = {
  id: 'ranked',
  title: 'Ranked',
  version: '1.0.0',
  declaration: defineExtension({
    notifications: {
      newHere: { subject: 'discussions', channels },
      groupCalled: { subject: 'posts', rank: 10, channels },
      youCalled: { subject: 'posts', rank: 30, channels },
    } as NotificationTypes,
  }),
}

/** Types in the list, and how many of them are unread. */
async function shown(client: ApiClient): Promise<{ types: unknown[]; unread: unknown }> {
  const { unread } = await counts(client)
  const { body } = await client.get('/api/notifications')
  return { types: body.data.map(({ attributes }) => attributes.contentType), unread }
}

onBothDatabases((open) => {
  async function setUp(preferences: object = {}) {
    const forum = await open({ extensions: [ranked] })
    const reader = await makeUser(forum, { preferences: JSON.stringify(preferences) })
    const discussion = await makeDiscussion(forum)
    const post = await makePost(forum, discussion.id)
    const of = (type: string, subject: { id: number } = post) => ({
      type,
      fromUserId: post.user_id,
      subject,
      postId: post.id,
    })
    const kinds = {
      newHere: of('newHere', discussion),
      groupCalled: of('groupCalled'),
      youCalled: of('youCalled'),
    }
    const tell = (kind: keyof typeof kinds) => notify(forum, kinds[kind], [reader.id])
    return { forum, reader, client: await forum.as(reader), discussion, post, kinds, tell }
  }

  test('of several notifications about a post the most personal is listed, and the next when it is withdrawn', async () => {
    const { client, forum, kinds, tell } = await setUp()
    await tell('newHere')
    expect(await shown(client)).toEqual({ types: ['newHere'], unread: 1 })
    await tell('youCalled')
    expect(await shown(client)).toEqual({ types: ['youCalled'], unread: 1 })
    await tell('groupCalled')
    expect(await shown(client)).toEqual({ types: ['youCalled'], unread: 1 })
    await deleteNotifications(forum, kinds.youCalled)
    expect(await shown(client)).toEqual({ types: ['groupCalled'], unread: 1 })
    await deleteNotifications(forum, kinds.groupCalled)
    expect(await shown(client)).toEqual({ types: ['newHere'], unread: 1 })
    await restoreNotifications(forum, kinds.youCalled)
    expect(await shown(client)).toEqual({ types: ['youCalled'], unread: 1 })
  })

  test('what takes the place of a notification that was read is read; a more personal one is news', async () => {
    const { client, forum, kinds, tell } = await setUp()
    await tell('newHere')
    await tell('groupCalled')
    const { body } = await client.get('/api/notifications')
    await client.patch(`/api/notifications/${body.data[0]?.id}`)
    await tell('youCalled')
    expect(await shown(client)).toEqual({ types: ['youCalled'], unread: 1 })
    await deleteNotifications(forum, kinds.youCalled)
    expect(await shown(client)).toEqual({ types: ['groupCalled'], unread: 0 })
    await deleteNotifications(forum, kinds.groupCalled)
    expect(await shown(client)).toEqual({ types: ['newHere'], unread: 0 })
  })

  test('a notification that the list cannot show gives way: by preference, or as its subject is out of sight', async () => {
    const { client, forum, reader, tell, discussion } = await setUp({ notify_youCalled_alert: false })
    await tell('newHere')
    await tell('youCalled')
    expect(await shown(client)).toEqual({ types: ['newHere'], unread: 1 })
    const reply = await makePost(forum, discussion.id)
    const place = await makePost(forum, (await makeDiscussion(forum)).id)
    const about = { fromUserId: null, postId: reply.id, data: 'second' }
    await notify(forum, { ...about, type: 'newHere', subject: discussion }, [reader.id])
    await notify(forum, { ...about, type: 'groupCalled', subject: place }, [reader.id])
    expect((await shown(client)).types).toEqual(['groupCalled', 'newHere'])
    await changeDiscussion(await forum.as(admin.id), place.discussion_id, { isHidden: true })
    expect((await shown(client)).types).toEqual(['newHere'])
    await changeDiscussion(await forum.as(admin.id), place.discussion_id, { isHidden: false })
    expect((await shown(client)).types).toEqual(['groupCalled', 'newHere'])
  })

  test('other posts and other users keep theirs, and a recount finds the same counts', async () => {
    const { client, forum, kinds, discussion, reader } = await setUp()
    const other = await makeUser(forum)
    const second = await makePost(forum, discussion.id)
    await notify(forum, kinds.newHere, [reader.id, other.id])
    await notify(forum, kinds.youCalled, [reader.id])
    await notify(forum, { ...kinds.groupCalled, subject: second, postId: second.id }, [reader.id])
    expect((await shown(client)).types).toEqual(['groupCalled', 'youCalled'])
    expect((await shown(await forum.as(other))).types).toEqual(['newHere'])
    await expectConsistent(forum)
  })

  test('a recipient gets one mail about a post, of the most personal kind that the recipient wants mailed', async () => {
    const all = { notify_newHere_email: true, notify_groupCalled_email: true, notify_youCalled_email: true }
    for (const { preferences, order, mails } of [
      { preferences: all, order: ['newHere', 'youCalled', 'groupCalled'], mails: ['youCalled'] },
      { preferences: all, order: ['youCalled', 'newHere'], mails: ['youCalled'] },
      { preferences: { notify_newHere_email: true }, order: ['youCalled', 'newHere'], mails: ['newHere'] },
      { preferences: {}, order: ['youCalled', 'newHere'], mails: [] },
    ] as const) {
      const { forum, kinds, reader } = await setUp(preferences)
      await forum.current.write(forum.asSystem(), async (context) => {
        for (const kind of order) await syncNotification(context, kinds[kind] as Notification, [reader.id])
      })
      const subjects = (await forum.mails()).map(({ subject }) => /\w+Here|\w+Called/.exec(subject)?.[0])
      expect({ order, subjects }).toEqual({ order, subjects: mails })
      // What comes after the mail sends no second one.
      await notify(forum, kinds.groupCalled, [reader.id])
      expect(await forum.mails()).toHaveLength(mails.length)
    }
  })
})
