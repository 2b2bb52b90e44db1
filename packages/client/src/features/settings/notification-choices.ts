import type { Preferences } from '@parley/shared'
import type { App } from '../../points/app.ts'
import type { PreferenceChanges } from './preferences.ts'

type NotificationPreference = `notify_${string}_${string}`

/** A type of notifications with its channels. */
export interface NotificationChoice {
  type: string
  /** Message key of the type's label in the settings. */
  label: string
  /** Preference keys by channel; channels that the type does not support are missing. */
  preferences: ReadonlyMap<string, NotificationPreference>
}

export interface NotificationChoices {
  types: readonly NotificationChoice[]
  /** Name and message key of each channel that at least one type supports. */
  channels: readonly { name: string; label: string }[]
}

/** Returns the declared types and channels for which the user has preferences. */
export function notificationChoices(app: App, preferences: Preferences): NotificationChoices {
  const { notifications } = app
  const offered = [...app.notificationChannels].filter(([, { when }]) => when?.(app) !== false)
  const listed = [...notifications].filter(([, { isInGrid }]) => isInGrid !== false)
  const types = listed.map(([type, { label }]) => ({
    type,
    label: typeof label === 'string' ? label : label(app),
    preferences: preferencesOf(
      type,
      offered.map(([name]) => name),
      preferences,
    ),
  }))
  return {
    types: types.filter((choice) => choice.preferences.size > 0),
    channels: offered
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

/** Returns true if all preferences are on, false if all are off, else 'mixed'. */
export function commonState(
  keys: readonly NotificationPreference[],
  preferences: Preferences,
): boolean | 'mixed' {
  const on = keys.filter((key) => preferences[key])
  return on.length === keys.length ? true : on.length === 0 ? false : 'mixed'
}

/** Returns changes that turn all preferences on, or off if all are on. */
export function togglePreferences(
  keys: readonly NotificationPreference[],
  preferences: Preferences,
): PreferenceChanges {
  const isOn = commonState(keys, preferences) !== true
  return Object.fromEntries(keys.map((key) => [key, isOn]))
}
