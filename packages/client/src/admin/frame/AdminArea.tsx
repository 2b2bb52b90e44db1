import { type ReactNode, useEffect } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { AppRoot, type RootProps, SkipLink } from '../../features/frame/AppRoot.tsx'
import { PageView } from '../../features/frame/PageView.tsx'
import { Overlays } from '../../features/frame/slots.ts'
import { useApp } from '../../points/app-context.ts'
import { AlertHost } from '../../ui/feedback/Alert.tsx'
import { ModalHost } from '../../ui/modals/ModalHost.tsx'
import { UnsavedNotice } from '../unsaved/UnsavedNotice.tsx'
import { AdminDrawer } from './AdminDrawer.tsx'
import { AdminHeader } from './AdminHeader.tsx'
import { AdminNav } from './AdminNav.tsx'

/** The root component of the administration area: its frame with the current page. */
export function AdminArea(props: RootProps): ReactNode {
  return (
    <AppRoot {...props}>
      <Frame />
    </AppRoot>
  )
}

function Frame(): ReactNode {
  const { clock } = useApp()
  const state = useRouterState()
  useEffect(() => clock.start(), [clock])
  return (
    <>
      <SkipLink />
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
