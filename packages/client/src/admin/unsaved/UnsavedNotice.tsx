import { type ReactNode, useEffect } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { LinkButton } from '../../ui/buttons/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { unsavedFormsOf } from './unsaved-forms.ts'

/** Reminds administrators who have left a page of what is not saved there, and warns before the tab loses it. */
export function UnsavedNotice(): ReactNode {
  const app = useApp()
  const { t, href } = app
  const unsaved = useObservable(unsavedFormsOf(app))
  const { entry } = useRouterState()
  const isUnsaved = unsaved.length > 0
  useEffect(() => {
    if (!isUnsaved) return
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [isUnsaved])
  const left = unsaved.find(({ url }) => pathOf(url) !== pathOf(entry.url))
  return (
    <div className="AdminNotice" role="status">
      {left && (
        <Alert
          tone="warning"
          controls={<LinkButton href={href(left.url)}>{t('core.admin.settings.back_button')}</LinkButton>}
        >
          {t('core.admin.settings.left_message')}
        </Alert>
      )}
    </div>
  )
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url
}
