import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState, Loading } from '../../ui/feedback/Feedback.tsx'
import type { PanelProps } from '../frame/HeaderPanel.tsx'
import { PanelFrame } from '../frame/PanelFrame.tsx'
import { deleteAllNotifications, markListSeen, readAllNotifications } from './actions.ts'
import { NoNotifications, NotificationGroups, NotificationsSkeleton } from './NotificationGroups.tsx'
import { useNotifications } from './pending-changes.ts'
import { type NotificationFeed, useNotificationFeed } from './use-notification-feed.ts'

/** The latest notifications under the bell. Reloads them on each opening. */
export function NotificationPanel(panel: PanelProps): ReactNode {
  const app = useApp()
  const { t } = app
  const feed = useNotificationFeed()
  const handleOpen = () => {
    markListSeen(app)
    void feed.reload()
  }
  return (
    <PanelFrame
      {...panel}
      title={t('core.forum.notifications.title')}
      buttons={<PanelButtons />}
      footer={
        <a className="Panel-footer" href={app.href('/notifications')}>
          {t('core.forum.notifications.all_link')}
        </a>
      }
      onOpen={handleOpen}
    >
      <PanelBody feed={feed} />
    </PanelFrame>
  )
}

/** Buttons that act on all notifications. */
function PanelButtons(): ReactNode {
  const app = useApp()
  const { t } = app
  return (
    <>
      <Button variant="quiet" icon="checks" isIconOnly isSmall onClick={() => readAllNotifications(app)}>
        {t('core.forum.notifications.mark_all_as_read_tooltip')}
      </Button>
      <Button variant="quiet" icon="trash" isIconOnly isSmall onClick={() => deleteAllNotifications(app)}>
        {t('core.forum.notifications.delete_all_tooltip')}
      </Button>
    </>
  )
}

function PanelBody({ feed }: { feed: NotificationFeed }): ReactNode {
  const { t } = useApp()
  const { list, loading, hasFailed } = feed
  const notifications = useNotifications(list?.ids ?? [])
  if (list === undefined && !hasFailed) {
    return (
      <Loading>
        <NotificationsSkeleton />
      </Loading>
    )
  }
  if (list === undefined) {
    return (
      <EmptyState icon="offline" title={t('core.forum.notifications.failed_text')} heading="h3">
        <Button variant="outline" onClick={() => void feed.reload()}>
          {t('core.forum.page_error.retry_button')}
        </Button>
      </EmptyState>
    )
  }
  if (notifications.length === 0) return <NoNotifications heading="h3" />
  return (
    <>
      <NotificationGroups notifications={notifications} heading="h3" />
      {list.next !== undefined && (
        <div className="LoadMore">
          <Button isLoading={loading === 'more'} variant="outline" onClick={() => void feed.loadMore()}>
            {t('core.forum.notifications.load_more_button')}
          </Button>
        </div>
      )}
      {hasFailed && (
        <p className="Field-error" role="alert">
          {t('core.forum.notifications.failed_text')}
        </p>
      )}
    </>
  )
}
