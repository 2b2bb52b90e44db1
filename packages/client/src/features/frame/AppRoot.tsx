import { type ReactNode, useEffect } from 'react'
import type { App } from '../../points/app.ts'
import { AppContext, useT } from '../../points/app-context.ts'
import { ErrorBoundary } from '../../points/error-boundary.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'

/** Props of a root component. */
export interface RootProps {
  app: App
  /** Called once, after hydration. The function must stay the same. */
  onHydrated?: () => void
}

/** Gives a frame its app. If the frame throws, a message takes its place; the browser keeps the drafts. */
export function AppRoot({ app, onHydrated, children }: RootProps & { children: ReactNode }): ReactNode {
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <AppContext value={app}>
      <ErrorBoundary fallback={() => <BrokenFrame />}>{children}</ErrorBoundary>
    </AppContext>
  )
}

function BrokenFrame(): ReactNode {
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

/** The first link of a page, for keyboards and screen readers. */
export function SkipLink(): ReactNode {
  const t = useT()
  return (
    <a className="SkipLink" href="#content">
      {t('core.lib.nav.skip_link')}
    </a>
  )
}
