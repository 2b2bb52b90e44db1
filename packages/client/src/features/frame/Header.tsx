import type { MouseEvent, ReactNode } from 'react'
import type { Entry } from '../../base/router/entry.ts'
import { entryHead } from '../../base/router/use-router.ts'
import { useApp } from '../../points/app-context.ts'
import type { Page } from '../../points/routes.ts'
import { loadDocument } from '../../store/resources.ts'
import { LinkButton } from '../../ui/buttons/Button.tsx'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useLogInLink } from '../session/links.ts'
import { drawerId } from './Drawer.tsx'
import { ForumName } from './ForumName.tsx'
import { DrawerMarks, HeaderItems, HeaderPrimary } from './slots.ts'

/** The header: home link, items of extensions and account menu; on phones navigation, title and main action. */
export function Header({ entry }: { entry: Entry }): ReactNode {
  return (
    <header className="Header">
      <div className="Container Header-inner">
        <PhoneStart entry={entry} />
        <HomeLink />
        <PhoneTitle entry={entry} />
        <div className="Header-primary u-wide">
          <HeaderPrimary />
        </div>
        <div className="Header-end u-wide">
          <HeaderItems />
        </div>
        <PhoneAction entry={entry} />
      </div>
    </header>
  )
}

function HomeLink(): ReactNode {
  const app = useApp()
  const refreshUser = () => {
    // Shows changes that others made to the account without a reload. The page does not depend on the answer.
    if (app.userId !== undefined) loadDocument(app, `/users/${app.userId}`).catch(() => {})
  }
  return (
    <a className="Header-home u-wide" href={app.href('/')} onClick={refreshUser}>
      <ForumName />
    </a>
  )
}

function PhoneStart({ entry: { page, error } }: { entry: Entry }): ReactNode {
  const { t, href, router } = useApp()
  const backTo = error === undefined ? page?.backTo : '/'
  if (backTo === undefined) {
    const label = t('core.lib.nav.drawer_button')
    return (
      <button className="Header-drawer Button Button--icon u-phone" type="button" popoverTarget={drawerId}>
        <Icon name="menu" />
        <VisuallyHidden>{label}</VisuallyHidden>
        <DrawerMarks />
      </button>
    )
  }
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.back(backTo)
  }
  const label = t('core.forum.header.back_to_index_tooltip')
  return (
    <a
      className="Header-back Button Button--icon u-phone"
      href={href(backTo)}
      aria-label={label}
      onClick={handleClick}
    >
      <Icon name="back" isDirectional />
    </a>
  )
}

function PhoneTitle({ entry }: { entry: Entry }): ReactNode {
  const app = useApp()
  const { location, documents } = entry
  const Title = loadedPage(entry)?.PhoneTitle
  // An error page has its title below.
  const title = entry.error === undefined ? entryHead(app, entry).title : undefined
  return (
    <div className="Header-title u-phone">
      {Title !== undefined && location !== undefined ? (
        <Title location={location} documents={documents} />
      ) : (
        <span className="Button">
          <span dir="auto">{title ?? app.forum.title}</span>
        </span>
      )}
    </div>
  )
}

function PhoneAction({ entry }: { entry: Entry }): ReactNode {
  const { t, userId } = useApp()
  const logIn = useLogInLink()
  const { location, documents } = entry
  const Action = loadedPage(entry)?.PhoneAction
  if (Action !== undefined && location !== undefined) {
    return (
      <div className="u-phone">
        <Action location={location} documents={documents} />
      </div>
    )
  }
  if (userId !== undefined) return <span className="u-phone" />
  return (
    <div className="u-phone">
      <LinkButton className="Header-logIn" icon="user" isIconOnly {...logIn}>
        {t('core.forum.header.log_in_link')}
      </LinkButton>
    </div>
  )
}

/** Returns the page of an entry; undefined while an error or a skeleton replaces it. */
function loadedPage({ page, error, loading }: Entry): Page | undefined {
  return error === undefined && loading !== 'unknown' ? page : undefined
}
