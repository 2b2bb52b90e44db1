import { createTestForum, makeUser } from '@parley/testing'
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

const users = { users: { table: 'users', forms: ['bare', 'full'] } } as const
const rung: NotificationTypes = { rung: { subject: 'users', channels: { alert: { default: true } } } }

function combined(...declarations: Extension[]) {
  const base: Extension = { notificationChannels: { alert: {} }, resources: users }
  return combinePoints([
    { id: 'base', declaration: base },
    ...declarations.map((declaration, place) => ({ id: `bells${place || ''}`, declaration })),
  ])
}

describe('notification types', () => {
  test('there are none by default, nor preferences for them', () => {
    const { notifications, preferences } = combined({})
    expect([notifications.types.size, preferences.size]).toEqual([0, 0])
  })

  test('B313 a declared one is there, with a preference for each channel it uses', () => {
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
    expect([...preferences].map(([key, { owner, default: value }]) => [key, owner, value])).toEqual([
      ['notify_rung_alert', 'bells', true],
      ['notify_rung_bell', 'bells', false],
    ])
    expect(preferences.get('notify_rung_alert')?.schema.parse([])).toBe(false)
  })

  test.each([
    [{ subject: 'forums', channels: {} }, "its subject 'forums' is no resource with a table"],
    [{ subject: 'users', form: 'whole', channels: {} }, "'users' has no form 'whole'"],
    [{ subject: 'users', channels: { horn: { default: true } } }, "there is no channel 'horn'"],
  ] as const)('%j is a fault', (type, reason) => {
    expectFault('bells', 'notifications › rung', reason, () => combined({ notifications: { rung: type } }))
  })

  test('one declared twice is a fault of the second', () => {
    expectFault('bells1', 'notifications › rung', 'already declared by bells', () =>
      combined({ notifications: rung }, { notifications: rung }),
    )
  })

  test('what is no function cannot come before sending', () => {
    const wrong = { beforeNotifying: true } as unknown as Extension
    expectFault('bells', 'beforeNotifying', 'is not a function', () => combined(wrong))
  })
})

/** What a channel was given. */
interface Sent {
  told: NewNotification
  userIds: number[]
}

function installed(declaration: Extension): InstalledExtension {
  return { id: 'bells', title: 'Bells', version: '1.0.0', declaration }
}

const ring = async (declaration: Extension, repeat = 1) => {
  const sent: Sent[] = []
  const bell: NonNullable<Extension['notificationChannels']>[string] = {
    ...declaration.notificationChannels?.bell,
    send: async (told, recipients) => {
      sent.push({ told, userIds: recipients.map(({ userId }) => userId) })
    },
  }
  const forum = await createTestForum({
    extensions: [installed({ ...declaration, notificationChannels: { bell } })],
  })
  const [deaf, other] = [
    await makeUser(forum, { preferences: JSON.stringify({ notify_rung_bell: false }) }),
    await makeUser(forum, { preferences: JSON.stringify({ notify_rung_bell: true }) }),
  ]
  const all = [1, deaf.id, other.id]
  for (let time = 0; time < repeat; time++) {
    await forum.current.write(forum.asSystem(), (context) =>
      syncNotification(context, { type: 'rung', fromUserId: null, subject: { id: 1 }, data: 'noon' }, all),
    )
  }
  const stored = await forum.current.database.read
    .selectFrom('notifications')
    .select('user_id')
    .orderBy('user_id')
    .execute()
  return { forum, sent, deaf, other, stored: stored.map(({ user_id }) => user_id) }
}

describe('channels', () => {
  test('B325 a channel that is a default for a type is on by default, and its recipients are sent to', async () => {
    const { forum, sent, other, stored, deaf } = await ring({
      notificationChannels: { bell: { default: (type) => (type === 'rung' ? true : undefined) } },
      notifications: rung,
    })
    expect(forum.current.points.preferences.get('notify_rung_bell')?.default).toBe(true)
    expect(forum.current.points.preferences.has('notify_discussionRenamed_bell')).toBe(false)
    expect(sent).toEqual([
      {
        told: { type: 'rung', data: 'noon', fromUserId: null, subjectType: 'users', subjectId: 1 },
        userIds: [1, other.id],
      },
    ])
    expect(stored).toEqual([1, deaf.id, other.id])
  })

  test('where it is off by default, only those who switched it on are sent to, once', async () => {
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

  test('whoever listens hears of new ones, and of the channels that each recipient wants', async () => {
    const heard: unknown[] = []
    const { other, deaf } = await ring(
      {
        notifications: {
          rung: { subject: 'users', channels: { alert: { default: true }, bell: { default: false } } },
        },
        on: {
          'notifications.created': ({ notification, sent }) => {
            heard.push(notification.type, ...sent.map(({ userId, wants }) => [userId, ...wants]))
          },
        },
      },
      2,
    )
    expect(heard).toEqual(['rung', [1, 'alert'], [deaf.id, 'alert'], [other.id, 'alert', 'bell']])
  })

  test('types that a channel does not take are not sent through it', async () => {
    const { sent, stored } = await ring({ notifications: rung })
    expect([sent, stored.length]).toEqual([[], 3])
  })
})

describe('before sending', () => {
  test('B326 recipients that a hook leaves out are not notified, and it cannot add any', async () => {
    const asked: [string, number][] = []
    const { stored, other, deaf } = await ring({
      notifications: rung,
      beforeNotifying: async ({ type }, userIds) => {
        asked.push([type, userIds.length])
        return [...userIds.filter((id) => id !== 1), 77, 1].filter((id) => id !== 1)
      },
    })
    expect(stored).toEqual([deaf.id, other.id])
    expect(asked).toEqual([['rung', 3]])
  })
})
