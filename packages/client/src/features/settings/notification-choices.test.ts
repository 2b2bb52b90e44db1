import { expect, test } from 'vitest'
import type { App } from '../../points/app.ts'
import { commonState, notificationChoices, togglePreferences } from './notification-choices.ts'

const type = (label: string) => ({ label, icon: 'edit', text: label, link: () => '/', extension: undefined })
const declared = {
  notifications: new Map([
    ['renamed', type('renamed')],
    ['mentioned', type('mentioned')],
    ['unknown', type('unknown')],
  ]),
  notificationChannels: new Map([
    ['alert', { label: 'On the site' }],
    ['email', { label: 'Email' }],
    ['push', { label: 'Push' }],
  ]),
}
const preferences = {
  discloseOnline: true,
  indexProfile: true,
  locale: null,
  notify_renamed_alert: true,
  notify_mentioned_alert: true,
  notify_mentioned_email: false,
  notify_somethingElse_push: true,
}

test('the grid has the declared types and channels for which the user has preferences', () => {
  const { types, channels } = notificationChoices(declared as unknown as App, preferences)
  expect(types.map(({ label }) => label)).toEqual(['renamed', 'mentioned'])
  expect(channels.map(({ name }) => name)).toEqual(['alert', 'email'])
  expect([...(types[0]?.preferences.keys() ?? [])]).toEqual(['alert'])
  expect(types[1]?.preferences.get('email')).toBe('notify_mentioned_email')
})

test('a channel may be offered only where the forum has it', () => {
  const offered = (hasPush: boolean) => {
    const channel = { label: 'Push', when: (app: App) => 'hasPush' in app && app.hasPush === true }
    const app = { ...declared, hasPush, notificationChannels: new Map([['push', channel]]) }
    const { types, channels } = notificationChoices(app as unknown as App, {
      ...preferences,
      notify_renamed_push: true,
    })
    return [types.length, channels.length]
  }
  expect([offered(true), offered(false)]).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('toggling several preferences turns them on, or off if all are on', () => {
  const some = ['notify_mentioned_alert', 'notify_mentioned_email'] as const
  expect(commonState(some, preferences)).toBe('mixed')
  expect(togglePreferences(some, preferences)).toEqual({
    notify_mentioned_alert: true,
    notify_mentioned_email: true,
  })
  const all = ['notify_renamed_alert', 'notify_mentioned_alert'] as const
  expect(commonState(all, preferences)).toBe(true)
  expect(togglePreferences(all, preferences)).toEqual({
    notify_renamed_alert: false,
    notify_mentioned_alert: false,
  })
  expect(commonState(['notify_mentioned_email'], preferences)).toBe(false)
})

test('a type may have a text that varies, or no place in the grid', () => {
  const varied = {
    ...declared,
    hasNames: true,
    notifications: new Map([
      ['renamed', { ...type('renamed'), isInGrid: false as const }],
      ['mentioned', { ...type(''), label: (app: object) => ('hasNames' in app ? 'named' : 'mentioned') }],
    ]),
  } as unknown as App
  const { types, channels } = notificationChoices(varied, preferences)
  expect(types.map(({ label }) => label)).toEqual(['named'])
  expect(channels.map(({ name }) => name)).toEqual(['alert', 'email'])
})
