import type { z } from 'zod'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import { notificationPreferences } from '../notifications/notifications.ts'
import type { SettingValues } from './setting-types.ts'

/** One preference of an account; stored with the account, visible to its owner only. */
export interface Preference<Value = unknown> {
  /** Parses the value from the client; a refused value is 422 on `preferences`. */
  schema: z.ZodType<Value>
  default: Value
  /** The default by the settings of the forum, where they decide. */
  defaultBy?(settings: SettingValues): Value
  /** Reads a stored value, where an import may have left others than the schema lets in; without it they stay as they are. */
  read?(stored: unknown): Value
}

/** Checks and combines the preferences of all extensions. */
export function combinePreferences(
  declared: readonly Declared<Readonly<Record<string, Preference>> | undefined>[],
): Map<string, Owned<Preference>> {
  return mergeRecords('preferences', declared, (preference) =>
    preference.default === undefined ? 'has no default (use null)' : undefined,
  )
}

declare module '../extension.ts' {
  interface Extension {
    /** Preferences by key: what each user decides for the own account. */
    preferences?: Readonly<Record<string, Preference>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    preferences: ReadonlyMap<string, Owned<Preference>>
  }
}

/** Preferences of users: declared ones, and those that follow from the types of notifications. */
export const preferencesPoint = definePoint('preferences', {
  sections: ['preferences'],
  needs: ['notifications'],
  combine: ({ preferences }, { notifications }) =>
    combinePreferences([...preferences, ...notificationPreferences(notifications)]),
})
