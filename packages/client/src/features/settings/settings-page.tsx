import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../../base/app-context.ts'
import { definePage } from '../../base/router/route.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useSaveState } from './preferences.ts'
import { SettingsSections } from './slots.ts'

/** What people choose for themselves. */
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

/** Says once that a choice was saved, and whether one is still on its way. */
function SavedMark(): ReactNode {
  const t = useT()
  const state = useSaveState()
  // What was saved before this visit of the page is no news.
  const [isNews, setIsNews] = useState(false)
  useEffect(() => {
    if (state === 'saving') setIsNews(true)
  }, [state])
  const isShown = isNews && state !== 'idle'
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
