import { LanguageSelect } from '../languages/LanguageSelect.tsx'
import { NotificationGrid } from './NotificationGrid.tsx'
import {
  AccountSection,
  AppearanceSection,
  DiscloseOnlineSetting,
  EmailSetting,
  IndexProfileSetting,
  NotificationsSection,
  PasswordSetting,
  PrivacySection,
} from './sections.tsx'
import {
  AccountSettings,
  AppearanceSettings,
  NotificationSettings,
  PrivacySettings,
  SettingsSections,
} from './slots.ts'

/** The core's settings. */
export default [
  SettingsSections.add('account', AccountSection, { priority: 100 }),
  SettingsSections.add('notifications', NotificationsSection, { priority: 90 }),
  SettingsSections.add('privacy', PrivacySection, { priority: 80 }),
  SettingsSections.add('appearance', AppearanceSection, { priority: 70 }),
  AccountSettings.add('email', EmailSetting, { priority: 100 }),
  AccountSettings.add('password', PasswordSetting, { priority: 90 }),
  NotificationSettings.add('grid', NotificationGrid, { priority: 100 }),
  PrivacySettings.add('discloseOnline', DiscloseOnlineSetting, { priority: 100 }),
  PrivacySettings.add('indexProfile', IndexProfileSetting, { priority: 90 }),
  AppearanceSettings.add('language', LanguageSelect),
]
