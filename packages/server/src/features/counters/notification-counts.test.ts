import {
  changeDiscussion,
  notificationCounts as displayedCounts,
  makeDiscussion,
  makeUser,
  notificationsExtension,
  notify,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { coreCounters } from './core-counters.ts'
import { notificationCounts } from './notification-counts.ts'
import { recount } from './recount.ts'

const differences = ({ current }: TestForum, repair = false) =>
  recount(current.database, [...coreCounters, notificationCounts(current)], { repair })

onBothDatabases((open) => {
  test('counts of notifications are exact, and wrong ones are repaired', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const off = JSON.stringify({ notify_discussionNoticed_alert: false })
    const [reader, picky] = [await makeUser(forum), await makeUser(forum, { preferences: off })]
    const [discussion, hidden] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    const clients = [await forum.as(reader), await forum.as(picky)] as const
    for (const n of [1, 2, 3]) {
      for (const subject of [discussion, hidden])
        await notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject, data: { n } }, [
          reader.id,
          picky.id,
        ])
      for (const client of clients) await displayedCounts(client)
      if (n === 1) await clients[0].get('/api/notifications')
    }
    await changeDiscussion(await forum.as(1), hidden.id, { isHidden: true })
    await clients[0].patch('/api/notifications/5')
    expect(await differences(forum)).toEqual([])
    for (const client of clients) await displayedCounts(client)
    expect(await differences(forum)).toEqual([])
    const right = await displayedCounts(clients[0])

    const { database } = forum.current
    await database.transaction(async (db) => {
      await db.updateTable('notification_groups').set({ unread_count: 7 }).where('id', '=', 1).execute()
      await db.updateTable('notification_groups').set({ newest_id: 1 }).where('id', '=', 3).execute()
      await db
        .updateTable('users')
        .set({ unread_notification_count: 99, new_notification_count: 3 })
        .where('id', '=', reader.id)
        .execute()
    })
    const wrong = await differences(forum)
    expect(wrong.map(({ counter, id }) => `${counter} ${id}`)).toEqual([
      'notification_groups.unread_count 1',
      'notification_groups.newest_id 3',
      `users.notification counts ${reader.id}`,
    ])
    expect(await differences(forum)).toEqual(wrong)
    expect(await differences(forum, true)).toHaveLength(3)
    expect(await differences(forum)).toEqual([])
    expect(await displayedCounts(clients[0])).toEqual(right)
    expect(await differences(forum)).toEqual([])
  })

  test('after an extension is toggled, counts are exact at the next request of their users', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const reader = await makeUser(forum)
    const client = await forum.as(reader)
    const subject = await makeDiscussion(forum)
    await displayedCounts(client)
    await notify(forum, { type: 'discussionNoticed', fromUserId: 1, subject, data: { n: 1 } }, [reader.id])
    expect(await displayedCounts(client)).toEqual({ unread: 1, new: 1 })
    for (const [change, expected] of [
      ['disable', { unread: 0, new: 0 }],
      ['enable', { unread: 1, new: 1 }],
    ] as const) {
      await forum.current.extensions[change](notificationsExtension.id, forum.asSystem())
      expect(await differences(forum)).toEqual([])
      expect(await displayedCounts(client)).toEqual(expected)
      expect(await differences(forum)).toEqual([])
    }
  })
})
