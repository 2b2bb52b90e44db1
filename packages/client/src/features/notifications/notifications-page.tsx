import type { CollectionDocument } from '@parley/shared'
import { type ReactNode, useEffect } from 'react'
import { usePagedList } from '../../base/lists/use-paged-list.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ListEnd } from '../../ui/feedback/ListEnd.tsx'
import { IndexColumns } from '../discussions/index-page/IndexPage.tsx'
import { deleteAllNotifications, markListSeen, readAllNotifications } from './actions.ts'
import { notificationsRequest } from './list-request.ts'
import { NoNotifications, NotificationGroups, NotificationsSkeleton } from './NotificationGroups.tsx'
import { useNotifications } from './pending-changes.ts'

function NotificationsPage({ location, documents }: PageProps): ReactNode {
  const app = useApp()
  const { t } = app
  const list = usePagedList(location, notificationsRequest(location, app), documents[0] as CollectionDocument)
  const notifications = useNotifications(list.ids)
  useEffect(() => markListSeen(app), [app])
  return (
    <NotificationsFrame>
      <div className="Toolbar">
        <h1 className="Toolbar-title">{t('core.forum.notifications.title')}</h1>
        {notifications.length > 0 && <PageButtons />}
      </div>
      {notifications.length === 0 ? (
        <NoNotifications heading="h2" />
      ) : (
        <>
          <NotificationGroups notifications={notifications} heading="h2" />
          <ListEnd list={list} location={location} label={t('core.forum.notifications.load_more_button')} />
        </>
      )}
    </NotificationsFrame>
  )
}

/** The grid of the lists of discussions, with their sidebar. */
function NotificationsFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <IndexColumns>
      <div className="NotificationsPage">{children}</div>
    </IndexColumns>
  )
}

function PageButtons(): ReactNode {
  const app = useApp()
  const { t } = app
  const handleDelete = () => {
    // The button disappears with the list.
    document.getElementById('content')?.focus({ preventScroll: true })
    deleteAllNotifications(app)
  }
  return (
    <>
      <Button className="u-wide" variant="quiet" icon="checks" onClick={() => readAllNotifications(app)}>
        {t('core.forum.notifications.mark_all_as_read_tooltip')}
      </Button>
      <Button variant="quiet" icon="trash" isIconOnly onClick={handleDelete}>
        {t('core.forum.notifications.delete_all_tooltip')}
      </Button>
    </>
  )
}

function PhoneAction({ documents }: PageProps): ReactNode {
  const app = useApp()
  const { data } = documents[0] as CollectionDocument
  const notifications = useNotifications(data.map(({ id }) => id))
  if (notifications.length === 0) return null
  return (
    <Button variant="quiet" icon="checks" isIconOnly onClick={() => readAllNotifications(app)}>
      {app.t('core.forum.notifications.mark_all_as_read_tooltip')}
    </Button>
  )
}

function Skeleton(): ReactNode {
  const { t } = useApp()
  return (
    <NotificationsFrame>
      <div className="Toolbar">
        <h1 className="Toolbar-title">{t('core.forum.notifications.title')}</h1>
      </div>
      <NotificationsSkeleton />
    </NotificationsFrame>
  )
}

export default definePage({
  Component: NotificationsPage,
  Skeleton,
  PhoneAction,
  head: (_props, { t }) => ({ title: t('core.forum.notifications.title') }),
  backTo: '/',
})
