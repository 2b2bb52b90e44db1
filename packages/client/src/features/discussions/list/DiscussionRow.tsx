import { abbreviateNumber } from '@parley/shared/i18n'
import { type MouseEvent, memo, type ReactNode, useState } from 'react'
import { useRelated } from '../../../base/records/use-record.ts'
import { useApp } from '../../../points/app-context.ts'
import { appearanceOf } from '../../../points/pages/appearance.ts'
import { useHasItems } from '../../../points/slots.tsx'
import type { StoreRecord } from '../../../store/record.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Avatar } from '../../../ui/identity/Avatar.tsx'
import { useTrace } from '../../../ui/use-trace.ts'
import { userPath } from '../../users/user-path.ts'
import { markAsRead } from '../actions.ts'
import { DiscussionMenu } from '../DiscussionMenu.tsx'
import { continuePath, discussionPath } from '../discussion-path.ts'
import { replyCount, unreadCount } from '../read-state.ts'
import {
  DiscussionBadges,
  DiscussionExcerpt,
  DiscussionMeta,
  DiscussionPicture,
  DiscussionRowEnd,
} from '../slots.ts'

/** How a list shows search results. Must be memoized, because rows compare it by identity. */
export interface SearchResultView {
  title(discussion: StoreRecord<'discussions'>): ReactNode
  /** Replaces the slot `DiscussionExcerpt`. */
  excerpt(discussion: StoreRecord<'discussions'>): ReactNode
  /** Number of the post to start at. */
  near(discussion: StoreRecord<'discussions'>): number | undefined
}

interface DiscussionRowProps {
  discussion: StoreRecord<'discussions'>
  /** The session user. */
  viewer: StoreRecord<'users'> | undefined
  /** Renders the menu at once instead of on hover or focus, for screens without hover. */
  showsMenu: boolean
  resultView?: SearchResultView
  /** Whose picture the row has; the author's by default. */
  shows?: 'user' | 'lastPostedUser'
}

/** A discussion in a list. An index renders twenty of them, so a row must stay small. */
export const DiscussionRow = memo(function DiscussionRow(props: DiscussionRowProps): ReactNode {
  const { discussion, viewer, showsMenu, resultView, shows } = props
  const app = useApp()
  const { href } = app
  const person = useRelated(discussion, shows ?? 'user', 'users')
  const [isMenuRequested, setIsMenuRequested] = useState(false)
  const requestMenu = () => setIsMenuRequested(true)
  const unread = unreadCount(discussion, viewer)
  const trace = useTrace(`${unread > 0} ${discussion.isHidden === true}`)
  const near = resultView?.near(discussion)
  const path = resultView ? discussionPath(discussion, near) : continuePath(discussion, viewer)
  const hasPicture = useHasItems(DiscussionPicture, { discussion })
  const hasEnd = useHasItems(DiscussionRowEnd, { discussion })
  let className = 'DiscussionRow'
  if (unread > 0) className += ' is-unread'
  if (discussion.isHidden) className += ' is-hidden'
  for (const more of [trace.className, appearanceOf(app, discussion).className])
    if (more) className += ` ${more}`
  return (
    <li
      className={className}
      data-id={discussion.id}
      onPointerEnter={requestMenu}
      onFocus={requestMenu}
      onAnimationEnd={trace.onAnimationEnd}
    >
      <div className="DiscussionRow-author">
        {hasPicture ? (
          <DiscussionPicture discussion={discussion} />
        ) : (
          <Avatar user={person} href={person && href(userPath(person))} isBesideName />
        )}
        <span className="Badges">
          <DiscussionBadges discussion={discussion} />
        </span>
      </div>
      <div className="DiscussionRow-main">
        <h2 className="DiscussionRow-title">
          <a href={href(path)}>
            <bdi>{resultView ? resultView.title(discussion) : discussion.title}</bdi>
          </a>
        </h2>
        {resultView ? resultView.excerpt(discussion) : <DiscussionExcerpt discussion={discussion} />}
        <div className="DiscussionRow-meta">
          <DiscussionMeta discussion={discussion} />
        </div>
      </div>
      {hasEnd && (
        <div className="DiscussionRow-end">
          <DiscussionRowEnd discussion={discussion} />
        </div>
      )}
      {unread > 0 ? (
        <UnreadCount discussion={discussion} count={unread} />
      ) : (
        <ReplyCount discussion={discussion} />
      )}
      {(isMenuRequested || showsMenu) && (
        <div className="DiscussionRow-controls">
          <DiscussionMenu discussion={discussion} variant="quiet" isSmall />
        </div>
      )}
    </li>
  )
})

function ReplyCount({ discussion }: { discussion: StoreRecord<'discussions'> }): ReactNode {
  const { t, translator } = useApp()
  const count = replyCount(discussion)
  return (
    <div className="DiscussionRow-count">
      <span aria-hidden="true">{abbreviateNumber(count, translator)}</span>
      <span className="VisuallyHidden">
        {t('core.forum.discussion_list.total_replies_a11y_label', { count })}
      </span>
    </div>
  )
}

interface UnreadCountProps {
  discussion: StoreRecord<'discussions'>
  count: number
}

/** The number of unread posts, as a button that marks them as read. */
function UnreadCount({ discussion, count }: UnreadCountProps): ReactNode {
  const app = useApp()
  const label = app.t('core.forum.discussion_list.unread_replies_a11y_label', { count })
  const handleClick = (event: MouseEvent) => {
    // The button disappears, so the focus moves to the row's link.
    event.currentTarget.closest('li')?.querySelector<HTMLElement>('.DiscussionRow-title a')?.focus()
    markAsRead(app, discussion)
  }
  return (
    <div className="DiscussionRow-count">
      <button type="button" aria-label={label} data-tooltip={label} onClick={handleClick}>
        <Icon name="check" isSmall />
        {abbreviateNumber(count, app.translator)}
      </button>
    </div>
  )
}
