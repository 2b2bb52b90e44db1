import { type ReactNode, useId } from 'react'
import { useApp } from '../../points/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { EmptyState, Skeleton } from '../../ui/feedback/Feedback.tsx'
import { discussionPath } from '../discussions/discussion-path.ts'
import { groupNotifications, type NotificationGroup } from './group-notifications.ts'
import { NotificationItem } from './NotificationItem.tsx'

interface NotificationGroupsProps {
  notifications: readonly StoreRecord<'notifications'>[]
  /** Element of the groups' headings. */
  heading: 'h2' | 'h3'
}

/** Notifications grouped under the titles of their discussions. */
export function NotificationGroups({ notifications, heading }: NotificationGroupsProps): ReactNode {
  const app = useApp()
  return (
    <div className="NotificationList-groups">
      {groupNotifications(app, notifications).map((group) => (
        <Group key={group.discussion?.id ?? 'forum'} group={group} heading={heading} />
      ))}
    </div>
  )
}

interface GroupProps {
  group: NotificationGroup
  heading: NotificationGroupsProps['heading']
}

function Group({ group: { discussion, items }, heading: Heading }: GroupProps): ReactNode {
  const { href, forum } = useApp()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Heading className="NotificationList-group" id={id}>
        {discussion === undefined ? (
          forum.title
        ) : (
          <a href={href(discussionPath(discussion))}>
            <bdi>{discussion.title}</bdi>
          </a>
        )}
      </Heading>
      <ul>
        {items.map((item) => (
          <NotificationItem key={item.notification.id} {...item} />
        ))}
      </ul>
    </section>
  )
}

/** Replaces an empty list. */
export function NoNotifications({ heading }: Pick<NotificationGroupsProps, 'heading'>): ReactNode {
  const { t } = useApp()
  return (
    <EmptyState art="notifications" title={t('core.forum.notifications.empty_text')} heading={heading}>
      <p>{t('core.forum.notifications.empty_help')}</p>
    </EmptyState>
  )
}

/** The skeleton of a list of notifications. */
export function NotificationsSkeleton(): ReactNode {
  return (
    <div className="NotificationList-groups" aria-hidden="true">
      <p className="NotificationList-group">
        <Skeleton width="60%" />
      </p>
      <ul>
        {skeletonWidths.map((width) => (
          <li key={width} className="Notification">
            <Skeleton isCircle />
            <p className="Notification-text">
              <Skeleton width={width} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const skeletonWidths = ['82%', '64%', '75%', '58%', '70%']
