import { createSlot } from '../../base/points/slots.tsx'

type None = Record<never, never>

/** The sections of the settings: `SettingsSection`s. Core: account 100, notifications 90, privacy 80, appearance 70. */
export const SettingsSections = createSlot<None>('SettingsSections')

/** `SettingRow`s about the account. Core: email 100, password 90. */
export const AccountSettings = createSlot<None>('AccountSettings')

/** What reaches the reader. Core: grid 100. Below it `PreferenceSwitch`es. */
export const NotificationSettings = createSlot<None>('NotificationSettings')

/** What others can see: `PreferenceSwitch`es. Core: discloseOnline 100, indexProfile 90. */
export const PrivacySettings = createSlot<None>('PrivacySettings')

/** How the forum looks to the reader. Core: language 0, where there are several. */
export const AppearanceSettings = createSlot<None>('AppearanceSettings')
