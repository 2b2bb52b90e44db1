import type { Preferences } from '@parley/shared'
import type { App } from '../../base/app-context.ts'
import type { PreferenceChanges } from './preferences.ts'

type NotificationPreference = `notify_${string}_${string}`

/** A type of notifications with the ways it can take. */
export interface NotificationChoice {
  type: string
  /** Key of the message that says when one gets it. */
  label: string
  /** By channel; those that the type cannot take are missing. */
  preferences: ReadonlyMap<string, NotificationPreference>
}

export interface NotificationChoices {
  types: readonly NotificationChoice[]
  /** Name and message key of every channel that some type can take. */
  channels: readonly { name: string; label: string }[]
}

/** What there is to choose: the declared types and channels that the account has preferences for. */
export function notificationChoices(
  { notifications, notificationChannels }: Pick<App, 'notifications' | 'notificationChannels'>,
  preferences: Preferences,
): NotificationChoices {
  const types = [...notifications].map(([type, { label }]) => ({
    type,
    label,
    preferences: preferencesOf(type, [...notificationChannels.keys()], preferences),
  }))
  return {
    types: types.filter((choice) => choice.preferences.size > 0),
    channels: [...notificationChannels]
      .map(([name, { label }]) => ({ name, label }))
      .filter(({ name }) => types.some((choice) => choice.preferences.has(name))),
  }
}

function preferencesOf(
  type: string,
  channels: readonly string[],
  preferences: Preferences,
): Map<string, NotificationPreference> {
  const keys = channels.map((channel) => [channel, `notify_${type}_${channel}` as const] as const)
  return new Map(keys.filter(([, key]) => key in preferences))
}

/** Whether all of some preferences are on, or none, or neither. */
export function stateOf(
  keys: readonly NotificationPreference[],
  preferences: Preferences,
): boolean | 'mixed' {
  const on = keys.filter((key) => preferences[key])
  return on.length === keys.length ? true : on.length === 0 ? false : 'mixed'
}

/** All of them on; off where all are. */
export function toggled(
  keys: readonly NotificationPreference[],
  preferences: Preferences,
): PreferenceChanges {
  const isOn = stateOf(keys, preferences) !== true
  return Object.fromEntries(keys.map((key) => [key, isOn]))
}
