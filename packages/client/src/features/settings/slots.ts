import { createSlot } from '../../points/slots.tsx'

type None = Record<never, never>

/** The sections of the settings: `SettingsSection`s. Core: account 100, notifications 90, privacy 80, appearance 70. */
export const SettingsSections = createSlot<None>('SettingsSections')

/** `SettingRow`s about the account. Core: email 100, password 90. */
export const AccountSettings = createSlot<None>('AccountSettings')

/** Settings for notifications. Core: grid 100. Below it `PreferenceSwitch`es. */
export const NotificationSettings = createSlot<None>('NotificationSettings')

/** Settings for what others can see: `PreferenceSwitch`es. Core: discloseOnline 100, indexProfile 90. */
export const PrivacySettings = createSlot<None>('PrivacySettings')

/** Settings for the look of the forum. Core: language 0, if the forum has several. */
export const AppearanceSettings = createSlot<None>('AppearanceSettings')
