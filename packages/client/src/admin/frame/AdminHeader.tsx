import type { ReactNode } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import type { Entry } from '../../base/router/entry.ts'
import { entryHead } from '../../base/router/use-router.ts'
import { drawerId } from '../../features/frame/Drawer.tsx'
import { ForumName } from '../../features/frame/ForumName.tsx'
import { HeaderSession } from '../../features/session/HeaderSession.tsx'
import { useApp } from '../../points/app-context.ts'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { AdminSearch } from '../search/AdminSearch.tsx'

/** The header: the way back to the forum and the account; on phones navigation and the page's title. */
export function AdminHeader({ entry }: { entry: Entry }): ReactNode {
  const app = useApp()
  const { t, href } = app
  const { title } = useForum()
  const pageTitle = entry.error === undefined ? entryHead(app, entry).title : undefined
  return (
    <header className="Header AdminHeader">
      <div className="Container Header-inner">
        <button className="Button Button--icon u-phone" type="button" popoverTarget={drawerId}>
          <Icon name="menu" />
          <VisuallyHidden>{t('core.lib.nav.drawer_button')}</VisuallyHidden>
        </button>
        <a
          className="Header-home u-wide"
          href={href('/')}
          title={t('core.admin.nav.back_to_forum', { forum: title ?? '' })}
        >
          <Icon name="back" isDirectional />
          <span className="AdminHeader-forum">
            <ForumName />
          </span>
        </a>
        <div className="Header-title u-phone">
          <span className="Button">
            <span dir="auto">{pageTitle ?? t('core.admin.nav.title')}</span>
          </span>
        </div>
        <div className="Header-primary u-wide">
          <AdminSearch />
        </div>
        <div className="Header-end u-wide">
          <HeaderSession />
        </div>
        <a className="Button Button--icon u-phone" href={href('/')}>
          <Icon name="home" />
          <VisuallyHidden>{t('core.admin.nav.back_to_forum', { forum: title ?? '' })}</VisuallyHidden>
        </a>
      </div>
    </header>
  )
}
