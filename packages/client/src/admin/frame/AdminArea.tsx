import { type ReactNode, useEffect } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { PageView } from '../../features/frame/PageView.tsx'
import { Overlays } from '../../features/frame/slots.ts'
import type { App } from '../../points/app.ts'
import { AppContext, useApp, useT } from '../../points/app-context.ts'
import { ErrorBoundary } from '../../points/error-boundary.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { AlertHost } from '../../ui/feedback/Alert.tsx'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { ModalHost } from '../../ui/modals/ModalHost.tsx'
import { UnsavedNotice } from '../settings/UnsavedNotice.tsx'
import { AdminDrawer } from './AdminDrawer.tsx'
import { AdminHeader } from './AdminHeader.tsx'
import { AdminNav } from './AdminNav.tsx'

interface AdminAreaProps {
  app: App
  /** Called once, after hydration. The function must stay the same. */
  onHydrated?: () => void
}

/** The root component of the administration area: its frame with the current page. */
export function AdminArea({ app, onHydrated }: AdminAreaProps): ReactNode {
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <AppContext value={app}>
      <ErrorBoundary fallback={() => <BrokenArea />}>
        <Frame />
      </ErrorBoundary>
    </AppContext>
  )
}

/** Fallback of the outermost error boundary. */
function BrokenArea(): ReactNode {
  const t = useT()
  return (
    <main className="Container">
      <EmptyState icon="warn" title={t('core.forum.page_error.failed_title')} heading="h1">
        <p>{t('core.lib.error.generic_message')}</p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('core.lib.connection.reload_button')}
        </Button>
      </EmptyState>
    </main>
  )
}

function Frame(): ReactNode {
  const { clock, t } = useApp()
  const state = useRouterState()
  useEffect(() => clock.start(), [clock])
  return (
    <>
      <a className="SkipLink" href="#content">
        {t('core.lib.nav.skip_link')}
      </a>
      {state.isSlow && <div className="ProgressBar" aria-hidden="true" />}
      <AdminHeader entry={state.entry} />
      <div className="Page Container AdminColumns">
        <AdminNav className="AdminColumns-nav u-wide" />
        <main className="AdminColumns-page" id="content" tabIndex={-1} aria-busy={state.isSlow || undefined}>
          <UnsavedNotice />
          <PageView state={state} />
        </main>
      </div>
      <AdminDrawer />
      <Overlays />
      <AlertHost />
      <ModalHost />
    </>
  )
}
