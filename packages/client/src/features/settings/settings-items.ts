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
  SettingsSections.add('account', AccountSection, 100),
  SettingsSections.add('notifications', NotificationsSection, 90),
  SettingsSections.add('privacy', PrivacySection, 80),
  SettingsSections.add('appearance', AppearanceSection, 70),
  AccountSettings.add('email', EmailSetting, 100),
  AccountSettings.add('password', PasswordSetting, 90),
  NotificationSettings.add('grid', NotificationGrid, 100),
  PrivacySettings.add('discloseOnline', DiscloseOnlineSetting, 100),
  PrivacySettings.add('indexProfile', IndexProfileSetting, 90),
  AppearanceSettings.add('language', LanguageSelect, 0),
]
