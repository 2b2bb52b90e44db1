import { type ReactNode, useState } from 'react'
import { useApp, useT } from '../app-context.ts'
import { useSessionUser } from '../store/use-forum.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { onIntent } from '../ui/on-intent.ts'
import { usePreferences } from './preferences.ts'
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

/** The language of the forum's own texts. The page loads anew, because all of them change. */
export function LanguageSetting(): ReactNode {
  const { t, boot } = useApp()
  const { save } = usePreferences()
  const [chosen, setChosen] = useState(boot.locale)
  const locales = Object.entries(boot.locales)
  if (locales.length < 2) return null
  const choose = async (locale: string) => {
    setChosen(locale)
    if (await save({ locale })) window.location.reload()
    else setChosen(boot.locale)
  }
  return (
    <Field label={t('core.forum.settings.language_label')}>
      {(control) => (
        <select
          {...control}
          className="Input"
          value={chosen}
          onChange={(event) => void choose(event.currentTarget.value)}
        >
          {locales.map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
