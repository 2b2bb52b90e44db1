import type { CollectionDocument } from '@parley/shared'
import { type ReactNode, useEffect } from 'react'
import { usePagedList } from '../../base/lists/use-paged-list.ts'
import { useRecords } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ListEnd } from '../../ui/feedback/ListEnd.tsx'
import { deleteAllNotifications, markListSeen, readAllNotifications } from './actions.ts'
import { notificationsRequest } from './list-request.ts'
import { NoNotifications, NotificationGroups, NotificationsSkeleton } from './NotificationGroups.tsx'

function NotificationsPage({ location, documents }: PageProps): ReactNode {
  const app = useApp()
  const { t } = app
  const list = usePagedList(location, notificationsRequest(location), documents[0] as CollectionDocument)
  const notifications = useRecords('notifications', list.ids)
  useEffect(() => markListSeen(app), [app])
  return (
    <div className="NotificationsPage">
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
    </div>
  )
}

function PageButtons(): ReactNode {
  const app = useApp()
  const { t } = app
  return (
    <>
      <Button className="u-wide" variant="quiet" icon="checks" onClick={() => void readAllNotifications(app)}>
        {t('core.forum.notifications.mark_all_as_read_tooltip')}
      </Button>
      <Button variant="quiet" icon="trash" isIconOnly onClick={() => void deleteAllNotifications(app)}>
        {t('core.forum.notifications.delete_all_tooltip')}
      </Button>
    </>
  )
}

function PhoneAction({ documents }: PageProps): ReactNode {
  const app = useApp()
  const { data } = documents[0] as CollectionDocument
  const notifications = useRecords(
    'notifications',
    data.map(({ id }) => id),
  )
  if (notifications.length === 0) return null
  return (
    <Button variant="quiet" icon="checks" isIconOnly onClick={() => void readAllNotifications(app)}>
      {app.t('core.forum.notifications.mark_all_as_read_tooltip')}
    </Button>
  )
}

function Skeleton(): ReactNode {
  const { t } = useApp()
  return (
    <div className="NotificationsPage">
      <div className="Toolbar">
        <h1 className="Toolbar-title">{t('core.forum.notifications.title')}</h1>
      </div>
      <NotificationsSkeleton />
    </div>
  )
}

export default definePage({
  Component: NotificationsPage,
  Skeleton,
  PhoneAction,
  head: (_props, { t }) => ({ title: t('core.forum.notifications.title') }),
  backTo: '/',
})
