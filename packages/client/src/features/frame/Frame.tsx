import { type ReactNode, useEffect } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import { useRouterState } from '../../base/router/use-router.ts'
import type { App } from '../../points/app.ts'
import { AppContext, useApp, useT } from '../../points/app-context.ts'
import { ErrorBoundary } from '../../points/error-boundary.tsx'
import { useHasItems } from '../../points/slots.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { AlertHost } from '../../ui/feedback/Alert.tsx'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { ModalHost } from '../../ui/modals/ModalHost.tsx'
import { WrittenHtml } from '../../ui/prose/Prose.tsx'
import { Drawer } from './Drawer.tsx'
import { Header } from './Header.tsx'
import { PageView } from './PageView.tsx'
import { FooterItems, Overlays, PageAlerts } from './slots.ts'

interface ForumProps {
  app: App
  /** Called once, after hydration. The function must stay the same. */
  onHydrated?: () => void
}

/** The root component: the frame with the current page. */
export function Forum({ app, onHydrated }: ForumProps): ReactNode {
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <AppContext value={app}>
      <ErrorBoundary fallback={() => <BrokenForum />}>
        <Frame />
      </ErrorBoundary>
    </AppContext>
  )
}

/** Fallback of the outermost error boundary. The browser keeps the drafts. */
function BrokenForum(): ReactNode {
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
  const { clock } = useApp()
  const state = useRouterState()
  useEffect(() => clock.start(), [clock])
  return (
    <>
      <SkipLink />
      {state.isSlow && <div className="ProgressBar" aria-hidden="true" />}
      <Header entry={state.entry} />
      <main className="Page" id="content" tabIndex={-1} aria-busy={state.isSlow || undefined}>
        <PageAlerts />
        <CustomHtml place="headerHtml" />
        <div className="Container">
          <PageView state={state} />
        </div>
      </main>
      <Footer />
      <Drawer />
      <Overlays />
      <AlertHost />
      <ModalHost />
    </>
  )
}

function SkipLink(): ReactNode {
  const t = useT()
  return (
    <a className="SkipLink" href="#content">
      {t('core.lib.nav.skip_link')}
    </a>
  )
}

/** The HTML that administrators write for the top or the bottom of every page. */
function CustomHtml({ place }: { place: 'headerHtml' | 'footerHtml' }): ReactNode {
  const html = useForum()[place]
  return html ? <WrittenHtml className={`CustomHtml CustomHtml--${place}`} html={html} /> : null
}

function Footer(): ReactNode {
  const { title, description } = useForum()
  const hasItems = useHasItems(FooterItems)
  return (
    <footer className="Footer">
      <CustomHtml place="footerHtml" />
      <div className="Container">
        <span>{title}</span>
        {description && <span>{description}</span>}
        {hasItems && <FooterItems />}
      </div>
    </footer>
  )
}
