import type { ReactNode } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { Time } from '../../base/i18n/Time.tsx'
import { useApp } from '../../points/app-context.ts'
import { ExtensionErrorBoundary } from '../../points/error-boundary.tsx'
import type { NotificationProps, NotificationType } from '../../points/notifications.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/identity/Avatar.tsx'
import { markNotificationRead, readNotification } from './actions.ts'

/** A notification, inside an error boundary if an extension declares its type. */
export function NotificationItem(props: NotificationProps): ReactNode {
  const type = useApp().notifications.get(props.notification.contentType)
  if (type === undefined) return null
  const item = <DeclaredNotification {...props} type={type as NotificationType} />
  return type.extension === undefined ? (
    item
  ) : (
    <ExtensionErrorBoundary extension={type.extension}>{item}</ExtensionErrorBoundary>
  )
}

function DeclaredNotification({ type, ...props }: NotificationProps & { type: NotificationType }): ReactNode {
  const app = useApp()
  const { t, href } = app
  const { notification, sender } = props
  const { isRead, createdAt } = notification
  const text = typeof type.text === 'string' ? type.text : type.text(props, app)
  const username = (
    <b>
      <bdi>{sender?.displayName ?? t('core.lib.username.deleted_text')}</bdi>
    </b>
  )
  return (
    <li className={isRead ? 'Notification' : 'Notification is-unread'}>
      <span className="Notification-author">
        <Avatar user={sender} size="s" />
        <span className="Badge">
          <Icon name={type.icon} />
        </span>
      </span>
      <p className="Notification-text">
        <a
          className="Notification-link"
          href={href(type.link(props, app))}
          onClick={() => void readNotification(app, notification)}
        >
          <Rich id={text} params={{ ...type.params?.(props, app), username }} />
          {!isRead && <VisuallyHidden> {t('core.forum.notifications.unread_text')}</VisuallyHidden>}
        </a>
      </p>
      <Time value={createdAt} />
      {type.Excerpt && (
        <p className="Notification-excerpt">
          <bdi>
            <type.Excerpt {...props} />
          </bdi>
        </p>
      )}
      {!isRead && (
        <Button
          className="Notification-read"
          variant="quiet"
          icon="check"
          isIconOnly
          isSmall
          onClick={(event) => {
            // The button disappears, so the focus moves to the notification's link.
            event.currentTarget.closest('li')?.querySelector<HTMLElement>('a')?.focus()
            markNotificationRead(app, notification)
          }}
        >
          {t('core.forum.notifications.mark_as_read_tooltip')}
        </Button>
      )}
    </li>
  )
}
