import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState, Loading } from '../../ui/feedback/Feedback.tsx'
import { placePopover } from '../../ui/menus/place-popover.ts'
import { deleteAllNotifications, markListSeen, readAllNotifications } from './actions.ts'
import { NoNotifications, NotificationGroups, NotificationsSkeleton } from './NotificationGroups.tsx'
import { useNotifications } from './pending-changes.ts'
import { type NotificationFeed, useNotificationFeed } from './use-notification-feed.ts'

interface NotificationPanelProps {
  ref: RefObject<HTMLDivElement | null>
  trigger: RefObject<HTMLElement | null>
  onToggle: (isOpen: boolean) => void
}

/** The latest notifications in a popover under the bell. Reloads them on each opening. */
export function NotificationPanel({ ref: panel, trigger, onToggle }: NotificationPanelProps): ReactNode {
  const app = useApp()
  const { t } = app
  const stopPlacing = useRef<() => void>(undefined)
  const titleId = useId()
  const feed = useNotificationFeed()
  useLayoutEffect(() => () => stopPlacing.current?.(), [])

  const handleToggle = ({ newState }: ToggleEvent) => {
    stopPlacing.current?.()
    stopPlacing.current = undefined
    onToggle(newState === 'open')
    if (newState !== 'open' || trigger.current === null || panel.current === null) return
    stopPlacing.current = placePopover(trigger.current, panel.current, 'end')
    panel.current.focus()
    markListSeen(app)
    void feed.reload()
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const hasLeft = relatedTarget !== null && !currentTarget.contains(relatedTarget)
    if (hasLeft && relatedTarget !== trigger.current) panel.current?.hidePopover()
  }
  const handleClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) panel.current?.hidePopover()
  }
  return (
    // The click handler only closes the panel after a followed link; the links inside handle the keyboard.
    <div
      ref={panel}
      className="Menu NotificationList"
      popover="auto"
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      onToggle={handleToggle}
      onBlur={handleBlur}
      onClickCapture={handleClick}
    >
      <div className="NotificationList-header">
        <h2 id={titleId}>{t('core.forum.notifications.title')}</h2>
        <PanelButtons />
      </div>
      <div className="NotificationList-body">
        <PanelBody feed={feed} />
      </div>
      <a className="NotificationList-footer" href={app.href('/notifications')}>
        {t('core.forum.notifications.all_link')}
      </a>
    </div>
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
