import { PreferenceSwitch, PrivacySettings, useT } from '@parley/client'
import type { ReactNode } from 'react'

declare module '@parley/shared' {
  interface Preferences {
    showNominations: boolean
  }
}

export default [PrivacySettings.add('nominations', NominationsSwitch)]

function NominationsSwitch(): ReactNode {
  const t = useT()
  return (
    <PreferenceSwitch name="showNominations">{t('nominations.forum.settings.show_label')}</PreferenceSwitch>
  )
}
