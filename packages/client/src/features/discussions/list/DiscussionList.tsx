import { type ReactNode, useEffect, useRef } from 'react'
import type { CountedListState } from '../../../base/lists/use-list-totals.ts'
import type { PagedListState } from '../../../base/lists/use-paged-list.ts'
import { useForum, useSessionUser } from '../../../base/records/use-forum.ts'
import { useRecords } from '../../../base/records/use-record.ts'
import { useApp } from '../../../points/app-context.ts'
import type { PageLocation } from '../../../points/routes.ts'
import { LinkButton } from '../../../ui/buttons/Button.tsx'
import { EmptyState, Skeleton } from '../../../ui/feedback/Feedback.tsx'
import { ListEnd } from '../../../ui/feedback/ListEnd.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useLogInLink } from '../../session/links.ts'
import { useSwipeLayer } from '../swipe/use-swipe-layer.ts'
import { DiscussionRow, type SearchResultView } from './DiscussionRow.tsx'

interface DiscussionListProps {
  list: PagedListState | CountedListState
  location: PageLocation
  /** Replaces an empty list. */
  empty: ReactNode
  /** Accessible name of the list; "All discussions" by default. */
  label?: string
  resultView?: SearchResultView
  /** Whose picture the rows have; the author's by default. */
  shows?: 'user' | 'lastPostedUser'
}

/** Discussions in rows. Further pages load in place. */
export function DiscussionList({
  list,
  location,
  empty,
  label,
  resultView,
  shows,
}: DiscussionListProps): ReactNode {
  const discussions = useRecords('discussions', list.ids)
  const viewer = useSessionUser()
  const cannotHover = useMedia('(hover: none) and (width >= 768px)')
  const { t, recentDiscussions } = useApp()
  const { canViewForum } = useForum()
  const { ids, next, page, relationships, request } = list
  const { url } = location
  useEffect(
    () => recentDiscussions.remember({ list: { ids, next, page, relationships }, url, request, scroll: 0 }),
    [recentDiscussions, ids, next, page, relationships, url, request],
  )
  const rows = useRef<HTMLUListElement>(null)
  const SwipeLayer = useSwipeLayer()
  if (discussions.length === 0 && list.next === undefined) return canViewForum ? empty : <ForbiddenList />
  return (
    <>
      {SwipeLayer && <SwipeLayer list={rows} />}
      <ul
        ref={rows}
        className="DiscussionList"
        aria-label={label ?? t('core.forum.index.meta_title_text')}
        aria-busy={list.loading !== undefined || undefined}
      >
        {discussions.map((discussion) => (
          <DiscussionRow
            key={discussion.id}
            discussion={discussion}
            viewer={viewer}
            showsMenu={cannotHover}
            resultView={resultView}
            shows={shows}
          />
        ))}
      </ul>
      <ListEnd list={list} location={location} label={t('core.forum.discussion_list.load_more_button')} />
    </>
  )
}

/** Replaces the list of a forum that the viewer may not see. */
function ForbiddenList(): ReactNode {
  const { t, userId } = useApp()
  const logIn = useLogInLink()
  return (
    <EmptyState icon="shield" title={t('core.forum.page_error.forbidden_title')}>
      <p>{t('core.forum.page_error.forbidden_text')}</p>
      {userId === undefined && (
        <LinkButton variant="primary" {...logIn}>
          {t('core.forum.header.log_in_link')}
        </LinkButton>
      )}
    </EmptyState>
  )
}

/** The skeleton of a list of discussions. */
export function DiscussionListSkeleton(): ReactNode {
  return (
    <ul className="DiscussionList" aria-hidden="true">
      {skeletonWidths.map(([title, meta]) => (
        <li key={title} className="DiscussionRow">
          <Skeleton isCircle />
          <div className="DiscussionRow-main">
            <div className="DiscussionRow-title">
              <Skeleton width={title} />
            </div>
            <div className="DiscussionRow-meta">
              <Skeleton width={meta} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

const skeletonWidths = [
  ['72%', '40%'],
  ['54%', '48%'],
  ['83%', '34%'],
  ['61%', '44%'],
  ['46%', '38%'],
  ['78%', '42%'],
] as const
