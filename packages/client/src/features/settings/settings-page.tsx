import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../../points/app-context.ts'
import { definePage } from '../../points/routes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useSaveState } from './preferences.ts'
import { SettingsSections } from './slots.ts'

function SettingsPage(): ReactNode {
  const t = useT()
  return (
    <div className="SettingsPage">
      <header className="Page-header">
        <h1>{t('core.forum.settings.title')}</h1>
        <SavedMark />
      </header>
      <SettingsSections />
    </div>
  )
}

/** Shows that changes are being saved, or were saved since the page was opened. */
function SavedMark(): ReactNode {
  const t = useT()
  const state = useSaveState()
  // Changes saved before the page was opened are not shown.
  const [hasSaved, setHasSaved] = useState(false)
  useEffect(() => {
    if (state === 'saving') setHasSaved(true)
  }, [state])
  const isShown = hasSaved && state !== 'idle'
  return (
    <span className="SaveState" role="status" data-state={isShown ? state : undefined}>
      {isShown && state === 'saved' && (
        <>
          <Icon name="check" isSmall />
          {t('core.forum.settings.saved_text')}
        </>
      )}
      {isShown && state === 'saving' && t('core.forum.settings.saving_text')}
    </span>
  )
}

export default definePage({
  Component: SettingsPage,
  head: (_, { t }) => ({ title: t('core.forum.settings.title') }),
  backTo: '/',
})
