import { abbreviateNumber } from '@parley/shared/i18n'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useRecords } from '../../../base/records/use-record.ts'
import { useApp } from '../../../points/app-context.ts'
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Loading, Skeleton, VisuallyHidden } from '../../../ui/feedback/Feedback.tsx'
import { continuePath } from '../../discussions/discussion-path.ts'
import { unreadCount } from '../../discussions/read-state.ts'
import { DiscussionMeta, type DiscussionProps } from '../../discussions/slots.ts'
import { usePaneList } from './use-pane-list.ts'

/** Distance from the end of the list, in pixels, at which more is loaded. */
const loadMargin = 300

interface DiscussionPaneProps {
  /** The discussion shown beside the list. */
  discussionId: string
  isPinned: boolean
  onPin: (isPinned: boolean) => void
}

/** The last list of discussions, beside the discussion that was opened from it. */
export function DiscussionPane({ discussionId, isPinned, onPin }: DiscussionPaneProps): ReactNode {
  const { t, href } = useApp()
  const { list, url, isLoading, hasFailed, loadMore, scroll, saveScroll } = usePaneList(discussionId)
  const scroller = useRef<HTMLDivElement>(null)
  const isLoaded = list !== undefined
  const isMissing = !isLoaded && hasFailed
  useLayoutEffect(() => {
    const box = scroller.current
    const current = isLoaded && box?.querySelector<HTMLElement>('.is-current')
    if (!box || !current) return
    const isInSight = (top: number) =>
      current.offsetTop >= top && current.offsetTop + current.offsetHeight <= top + box.clientHeight
    box.scrollTop = isInSight(scroll) ? scroll : current.offsetTop - box.clientHeight / 3
  }, [isLoaded, scroll])
  const handleScroll = () => {
    const box = scroller.current
    if (box === null) return
    saveScroll(box.scrollTop)
    if (!hasFailed && box.scrollTop + box.clientHeight > box.scrollHeight - loadMargin) loadMore()
  }
  return (
    <>
      <div className="DiscussionPane-header">
        <LinkButton variant="quiet" isSmall icon="back" isDirectional href={href(url)}>
          {t('core.forum.discussion_pane.back_link')}
        </LinkButton>
        <Button
          variant="quiet"
          isSmall
          isIconOnly
          icon="panel"
          className="DiscussionPane-pin"
          aria-pressed={isPinned}
          onClick={() => onPin(!isPinned)}
        >
          {t('core.forum.discussion_pane.pin_button')}
        </Button>
      </div>
      <div ref={scroller} className="DiscussionPane-list" onScroll={handleScroll}>
        {list === undefined ? (
          !isMissing && <PaneSkeleton />
        ) : (
          <PaneList ids={list.ids} currentId={discussionId} />
        )}
        {(list === undefined || list.next !== undefined) && (
          <div className="DiscussionPane-end">
            {hasFailed && <span role="alert">{t('core.forum.discussion_pane.load_failed_text')}</span>}
            <Button variant="outline" isSmall isLoading={isLoading} onClick={loadMore}>
              {t(isMissing ? 'core.lib.alert.retry_button' : 'core.forum.discussion_list.load_more_button')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

function PaneSkeleton(): ReactNode {
  return (
    <Loading>
      {['80%', '60%', '72%', '90%', '55%', '68%'].map((width) => (
        <div key={width} className="DiscussionPane-item">
          <Skeleton width={width} />
          <div className="DiscussionPane-meta">
            <Skeleton width="9rem" />
          </div>
        </div>
      ))}
    </Loading>
  )
}

/** A list with one tab stop; the arrow keys move between its discussions (roving tabindex). */
function PaneList({ ids, currentId }: { ids: readonly string[]; currentId: string }): ReactNode {
  const discussions = useRecords('discussions', ids)
  const [activeId, setActiveId] = useState(currentId)
  const hasActive = discussions.some(({ id }) => id === activeId)
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.DiscussionPane-title')]
    const to = indexForKey(event.key, links.indexOf(event.target as HTMLElement), links.length)
    if (to === undefined) return
    event.preventDefault()
    links[to]?.focus()
  }
  return (
    <ul onKeyDown={handleKeyDown}>
      {discussions.map((discussion, index) => (
        <PaneItem
          key={discussion.id}
          discussion={discussion}
          isCurrent={discussion.id === currentId}
          isTabStop={hasActive ? discussion.id === activeId : index === 0}
          onFocus={() => setActiveId(discussion.id)}
        />
      ))}
    </ul>
  )
}

function indexForKey(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

interface PaneItemProps extends DiscussionProps {
  isCurrent: boolean
  isTabStop: boolean
  onFocus: () => void
}

function PaneItem({ discussion, isCurrent, isTabStop, onFocus }: PaneItemProps): ReactNode {
  const { t, href, translator } = useApp()
  const viewer = useSessionUser()
  const unread = unreadCount(discussion, viewer)
  const path = continuePath(discussion, viewer)
  return (
    <li className={classNames('DiscussionPane-item', unread > 0 && 'is-unread', isCurrent && 'is-current')}>
      <a
        className="DiscussionPane-title"
        href={href(path)}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        onFocus={onFocus}
      >
        <bdi>{discussion.title}</bdi>
      </a>
      {unread > 0 && (
        <span className="DiscussionPane-count">
          <span aria-hidden="true">{abbreviateNumber(unread, translator)}</span>
          <VisuallyHidden>{t('core.forum.post_scrubber.unread_text', { count: unread })}</VisuallyHidden>
        </span>
      )}
      <div className="DiscussionPane-meta">
        <DiscussionMeta discussion={discussion} />
      </div>
    </li>
  )
}
