import type { ReactNode } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useApp, useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { onIntent } from '../../ui/on-intent.ts'
import { PreferenceSwitch, SettingRow, SettingsSection } from './SettingsSection.tsx'
import { AccountSettings, AppearanceSettings, NotificationSettings, PrivacySettings } from './slots.ts'

export function AccountSection(): ReactNode {
  const t = useT()
  return (
    <SettingsSection
      title={t('core.forum.settings.account_heading')}
      text={t('core.forum.settings.account_text')}
    >
      <AccountSettings />
    </SettingsSection>
  )
}

export function NotificationsSection(): ReactNode {
  const t = useT()
  return (
    <SettingsSection
      title={t('core.forum.settings.notifications_heading')}
      text={t('core.forum.settings.notifications_text')}
    >
      <NotificationSettings />
    </SettingsSection>
  )
}

export function PrivacySection(): ReactNode {
  const t = useT()
  return (
    <SettingsSection
      title={t('core.forum.settings.privacy_heading')}
      text={t('core.forum.settings.privacy_text')}
    >
      <PrivacySettings />
    </SettingsSection>
  )
}

export function AppearanceSection(): ReactNode {
  const t = useT()
  return (
    <SettingsSection title={t('core.forum.settings.appearance_heading')}>
      <AppearanceSettings />
    </SettingsSection>
  )
}

const loadChangeEmail = async () => (await import('./ChangeEmailModal.tsx')).ChangeEmailModal
const loadChangePassword = async () => (await import('./ChangePasswordModal.tsx')).ChangePasswordModal

export function EmailSetting(): ReactNode {
  const { t, modals } = useApp()
  const user = useSessionUser()
  if (user === undefined) return null
  return (
    <SettingRow label={t('core.forum.settings.email_label')} text={<bdi>{user.email}</bdi>}>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        {...onIntent(loadChangeEmail)}
        onClick={() => void modals.load(loadChangeEmail, {})}
      >
        {t('core.forum.settings.change_email_button')}
      </Button>
    </SettingRow>
  )
}

export function PasswordSetting(): ReactNode {
  const { t, modals } = useApp()
  return (
    <SettingRow label={t('core.forum.settings.password_label')} text={t('core.forum.settings.password_text')}>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        {...onIntent(loadChangePassword)}
        onClick={() => void modals.load(loadChangePassword, {})}
      >
        {t('core.forum.settings.change_password_button')}
      </Button>
    </SettingRow>
  )
}

export function DiscloseOnlineSetting(): ReactNode {
  const t = useT()
  return (
    <PreferenceSwitch name="discloseOnline">
      {t('core.forum.settings.privacy_disclose_online_label')}
    </PreferenceSwitch>
  )
}

export function IndexProfileSetting(): ReactNode {
  const t = useT()
  return (
    <PreferenceSwitch name="indexProfile">
      {t('core.forum.settings.privacy_index_profile_label')}
    </PreferenceSwitch>
  )
}
