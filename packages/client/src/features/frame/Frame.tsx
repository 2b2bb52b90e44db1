import { type ReactNode, useEffect } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import { useRouterState } from '../../base/router/use-router.ts'
import { useApp } from '../../points/app-context.ts'
import { useHasItems } from '../../points/slots.tsx'
import { AlertHost } from '../../ui/feedback/Alert.tsx'
import { ModalHost } from '../../ui/modals/ModalHost.tsx'
import { WrittenHtml } from '../../ui/prose/Prose.tsx'
import { AppRoot, type RootProps, SkipLink } from './AppRoot.tsx'
import { Drawer } from './Drawer.tsx'
import { Header } from './Header.tsx'
import { PageView } from './PageView.tsx'
import { FooterItems, Overlays, PageAlerts } from './slots.ts'

/** The root component: the frame with the current page. */
export function Forum(props: RootProps): ReactNode {
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
