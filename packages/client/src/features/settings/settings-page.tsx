import { type ReactNode, useEffect, useState } from 'react'
import { useApp, useT } from '../../points/app-context.ts'
import { definePage } from '../../points/routes.ts'
import { preferenceSaver, useSaveState } from './preferences.ts'
import { SettingsSections } from './slots.ts'

function SettingsPage(): ReactNode {
  const t = useT()
  return (
    <div className="SettingsPage">
      <header className="Page-header">
        <h1>{t('core.forum.settings.title')}</h1>
        <SaveState />
      </header>
      <SettingsSections />
    </div>
  )
}

/** Announces that changes are being saved, or were saved since the page was opened. */
function SaveState(): ReactNode {
  const app = useApp()
  const state = useSaveState()
  // Changes saved before the page was opened are not announced.
  const [hasSaved, setHasSaved] = useState(false)
  useEffect(() => {
    if (state === 'saving') setHasSaved(true)
  }, [state])
  useEffect(() => () => preferenceSaver(app).forgetLatest(), [app])
  return (
    <span className="VisuallyHidden" role="status">
      {hasSaved && state !== 'idle' && app.t(`core.forum.settings.${state}_text`)}
    </span>
  )
}

export default definePage({
  Component: SettingsPage,
  head: (_, { t }) => ({ title: t('core.forum.settings.title') }),
  backTo: '/',
})
