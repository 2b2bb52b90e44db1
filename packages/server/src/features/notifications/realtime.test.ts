import {
  changeDiscussion,
  connectReader,
  createTestForum,
  makeDiscussion,
  makeUser,
  notificationsExtension,
  notify,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { currentRow } from '../../engine/jsonapi/rows.ts'

async function scene() {
  const forum = await createTestForum({ port: 0, extensions: [notificationsExtension] })
  const [first, second] = [await makeUser(forum), await makeUser(forum)]
  return { forum, first, second, discussion: await makeDiscussion(forum) }
}

const browserOf = (forum: TestForum, user?: number) =>
  connectReader(forum, user === undefined ? {} : { user })

test('a new notification is told to the browsers of its recipients, and nothing of it', async () => {
  const { forum, first, second, discussion } = await scene()
  const readers = [await browserOf(forum, first.id), await browserOf(forum, first.id)]
  const others = [await browserOf(forum, second.id), await browserOf(forum)]
  const noticed = { type: 'discussionNoticed', fromUserId: null, subject: discussion }
  await notify(forum, noticed, [first.id])
  for (const reader of readers) {
    expect((await reader.received()).map(({ event, data }) => [event, data])).toEqual([
      ['notification', null],
    ])
  }
  for (const reader of others) expect(await reader.received()).toEqual([])
})

test('it is not told to those who cannot see what it is about, or who want no alert', async () => {
  const { forum, first, second, discussion } = await scene()
  const readers = [await browserOf(forum, first.id), await browserOf(forum, second.id)]
  await (await forum.as(second)).patch(`/api/users/${second.id}`, {
    data: { attributes: { preferences: { notify_discussionNoticed_alert: false } } },
  })
  const seen = { type: 'discussionNoticed', fromUserId: null, subject: discussion }
  await notify(forum, seen, [second.id])
  await changeDiscussion(await forum.as(1), discussion.id, { isHidden: true })
  const hidden = await currentRow(forum.asSystem(), 'discussions', discussion.id)
  if (!hidden) throw new Error('The discussion is missing')
  await notify(forum, { ...seen, subject: hidden }, [first.id])
  for (const reader of readers) expect(await reader.received()).toEqual([])
})
