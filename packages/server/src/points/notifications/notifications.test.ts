import { admin, createTestForum, makeUser } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { describe, expect, test } from 'vitest'
import { syncNotification } from '../../features/notifications/sync/sync.ts'
import type { Extension, InstalledExtension } from '../extension.ts'
import { combinePoints } from '../points.ts'
import type { NewNotification, NotificationTypes } from './notifications.ts'

declare module '@parley/shared' {
  interface Notifications {
    rung: string | undefined
  }
}

declare module './notifications.ts' {
  interface NotificationChannels {
    bell: ChannelUse
    horn: ChannelUse
  }
}

const usersResource = { users: { table: 'users', forms: ['bare', 'full'] } } as const
const rung: NotificationTypes = { rung: { subject: 'users', channels: { alert: { default: true } } } }

function combined(...declarations: Extension[]) {
  const base: Extension = { notificationChannels: { alert: {} }, resources: usersResource }
  return combinePoints([
    { id: 'base', declaration: base },
    ...declarations.map((declaration, index) => ({ id: `bells${index || ''}`, declaration })),
  ])
}

describe('notification types', () => {
  test('there are none by default, nor preferences for them', () => {
    const { notifications, preferences } = combined({})
    expect(notifications.types.size).toBe(0)
    expect(preferences.size).toBe(0)
  })

  test('B313 a declared one has a preference for each channel it uses', () => {
    const { notifications, preferences } = combined({
      notificationChannels: { bell: {}, horn: {} },
      notifications: {
        rung: { subject: 'users', channels: { alert: { default: true }, bell: { default: false } } },
      },
    })
    expect(notifications.types.get('rung')?.defaults).toEqual(
      new Map([
        ['alert', true],
        ['bell', false],
      ]),
    )
    expect(preferences.size).toBe(2)
    expect(preferences.get('notify_rung_alert')).toMatchObject({ owner: 'bells', default: true })
    expect(preferences.get('notify_rung_bell')).toMatchObject({ owner: 'bells', default: false })
    expect(preferences.get('notify_rung_alert')?.schema.parse([])).toBe(false)
  })

  test.each([
    [{ subject: 'forums', channels: {} }, "its subject 'forums' is no resource with a table"],
    [{ subject: 'users', form: 'whole', channels: {} }, "'users' has no form 'whole'"],
    [{ subject: 'users', channels: { horn: { default: true } } }, "there is no channel 'horn'"],
    [{ subject: 'users', channels: {}, unfollow: {} }, "'unfollow' has no function 'run'"],
  ] as const)('%j is a fault', (type, reason) => {
    expectFault('bells', 'notifications › rung', reason, () =>
      combined({ notifications: { rung: type } as unknown as NotificationTypes }),
    )
  })

  test('one declared twice is a fault of the second', () => {
    expectFault('bells1', 'notifications › rung', 'already declared by bells', () =>
      combined({ notifications: rung }, { notifications: rung }),
    )
  })

  test('a beforeNotifying that is no function is a fault', () => {
    const wrong = { beforeNotifying: true } as unknown as Extension
    expectFault('bells', 'beforeNotifying', 'is not a function', () => combined(wrong))
  })
})

/** A call of a channel's `send`. */
interface Sent {
  notification: NewNotification
  userIds: number[]
}

function installed(declaration: Extension): InstalledExtension {
  return { id: 'bells', title: 'Bells', version: '1.0.0', declaration }
}

const ring = async (declaration: Extension, repeat = 1) => {
  const sent: Sent[] = []
  const bell: NonNullable<Extension['notificationChannels']>[string] = {
    ...declaration.notificationChannels?.bell,
    send: async (notification, recipients) => {
      sent.push({ notification, userIds: recipients.map(({ userId }) => userId) })
    },
  }
  const forum = await createTestForum({
    extensions: [installed({ ...declaration, notificationChannels: { bell } })],
  })
  const [unsubscribed, other] = [
    await makeUser(forum, { preferences: JSON.stringify({ notify_rung_bell: false }) }),
    await makeUser(forum, { preferences: JSON.stringify({ notify_rung_bell: true }) }),
  ]
  const all = [admin.id, unsubscribed.id, other.id]
  for (let time = 0; time < repeat; time++) {
    await forum.current.write(forum.asSystem(), (context) =>
      syncNotification(
        context,
        { type: 'rung', fromUserId: null, subject: { id: admin.id }, data: 'noon' },
        all,
      ),
    )
  }
  const stored = await forum.current.database.read
    .selectFrom('notifications')
    .select('user_id')
    .orderBy('user_id')
    .execute()
  return { forum, sent, unsubscribed, other, stored: stored.map(({ user_id }) => user_id) }
}

describe('channels', () => {
  test('B325 a channel that is on by default for a type sends to its recipients', async () => {
    const { forum, sent, other, stored, unsubscribed } = await ring({
      notificationChannels: { bell: { default: (type) => (type === 'rung' ? true : undefined) } },
      notifications: rung,
    })
    expect(forum.current.points.preferences.get('notify_rung_bell')?.default).toBe(true)
    expect(forum.current.points.preferences.has('notify_discussionRenamed_bell')).toBe(false)
    expect(sent).toEqual([
      {
        notification: {
          type: 'rung',
          data: 'noon',
          fromUserId: null,
          subjectType: 'users',
          subjectId: admin.id,
          postId: null,
        },
        userIds: [admin.id, other.id],
      },
    ])
    expect(stored).toEqual([admin.id, unsubscribed.id, other.id])
  })

  test('a channel that is off by default sends only to users who switched it on, once', async () => {
    const { sent, other } = await ring(
      {
        notifications: {
          rung: { subject: 'users', channels: { alert: { default: true }, bell: { default: false } } },
        },
      },
      2,
    )
    expect(sent.map(({ userIds }) => userIds)).toEqual([[other.id]])
  })

  test('listeners receive new notifications with the channels that each recipient wants', async () => {
    const events: unknown[] = []
    const { other, unsubscribed } = await ring(
      {
        notifications: {
          rung: { subject: 'users', channels: { alert: { default: true }, bell: { default: false } } },
        },
        on: {
          'notifications.created': ({ notification, sent }) => {
            const channels = sent.map(({ userId, wants }) => ({ userId, wants: [...wants] }))
            events.push({ type: notification.type, channels })
          },
        },
      },
      2,
    )
    const channels = [
      { userId: admin.id, wants: ['alert'] },
      { userId: unsubscribed.id, wants: ['alert'] },
      { userId: other.id, wants: ['alert', 'bell'] },
    ]
    expect(events).toEqual([{ type: 'rung', channels }])
  })

  test('types that do not use a channel are not sent through it', async () => {
    const { sent, stored } = await ring({ notifications: rung })
    expect(sent).toEqual([])
    expect(stored).toHaveLength(3)
  })
})

describe('before sending', () => {
  test('B326 recipients that a hook removes are not notified, and it cannot add any', async () => {
    const calls: { type: string; recipients: number }[] = []
    const { stored, other, unsubscribed } = await ring({
      notifications: rung,
      beforeNotifying: async ({ type }, userIds) => {
        calls.push({ type, recipients: userIds.length })
        return [...userIds.filter((id) => id !== admin.id), 77, admin.id].filter((id) => id !== admin.id)
      },
    })
    expect(stored).toEqual([unsubscribed.id, other.id])
    expect(calls).toEqual([{ type: 'rung', recipients: 3 }])
  })
})
