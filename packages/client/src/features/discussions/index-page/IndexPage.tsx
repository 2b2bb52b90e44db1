import type { CollectionDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { pageNumber, pagePath } from '../../../base/lists/paged-list.ts'
import { useListTotals } from '../../../base/lists/use-list-totals.ts'
import { usePagedList } from '../../../base/lists/use-paged-list.ts'
import { useForum } from '../../../base/records/use-forum.ts'
import { useRecord } from '../../../base/records/use-record.ts'
import type { App } from '../../../points/app.ts'
import { useApp } from '../../../points/app-context.ts'
import { definePage, type PageHead, type PageLocation, type PageProps } from '../../../points/routes.ts'
import { LinkButton } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/Feedback.tsx'
import { Dropdown } from '../../../ui/menus/Dropdown.tsx'
import { useLogInLink } from '../../session/links.ts'
import { DiscussionList, DiscussionListSkeleton } from '../list/DiscussionList.tsx'
import { discussionsRequest, totalsRequest } from '../list/list-request.ts'
import { isDefaultRoute, NavMenuItems } from '../NavItem.tsx'
import { IndexHero, IndexNav, IndexSidebar, IndexToolbar } from '../slots.ts'
import { SwipeHint } from '../swipe/SwipeHint.tsx'
import { IndexCount } from './IndexCount.tsx'
import { StartButton } from './StartButton.tsx'
import { CannotStart } from './StartItem.tsx'

/** The page with all discussions. */
export const indexPage = definePage({
  Component: IndexPage,
  Skeleton: IndexSkeleton,
  PhoneTitle,
  PhoneAction,
  head: indexHead,
})

/** Returns the API path of the index for a location. */
export function indexRequest(location: PageLocation, app: App): string {
  return discussionsRequest(location, app)
}

function IndexPage({ location, documents }: PageProps): ReactNode {
  const app = useApp()
  const loaded = usePagedList(location, indexRequest(location, app), documents[0] as CollectionDocument)
  const list = useListTotals(loaded, location, totalsRequest(), { always: app.userId !== undefined })
  const first = useRecord('discussions', list.ids[0])
  return (
    <>
      {pageNumber(location) === 1 && <IndexHero />}
      <IndexColumns>
        <div className="Toolbar">
          <IndexTitle>
            <IndexCount list={list} />
          </IndexTitle>
          <IndexToolbar location={location} list={list} />
        </div>
        <CannotStart className="u-phone" />
        {first && <SwipeHint hasActions={first.canRename || first.canHide || first.canDelete || false} />}
        <DiscussionList list={list} location={location} empty={<EmptyForum />} />
      </IndexColumns>
    </>
  )
}

/** Invites guests, and users who may start a discussion, to start the first one. */
function EmptyForum(): ReactNode {
  const { t, userId } = useApp()
  const { canStartDiscussion } = useForum()
  if (userId !== undefined && !canStartDiscussion) {
    return <EmptyState art="discussions" title={t('core.forum.discussion_list.nothing_text')} />
  }
  return (
    <EmptyState art="discussions" title={t('core.forum.discussion_list.empty_text')}>
      <StartButton />
    </EmptyState>
  )
}

/** The frame of a list of discussions: the sidebar and the list. */
export function IndexColumns({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="IndexPage Columns Columns--start">
      <div className="Sidebar">
        <IndexSidebar />
      </div>
      <div className="IndexPage-content" data-content-column="">
        {children}
      </div>
    </div>
  )
}

function IndexTitle({ children }: { children?: ReactNode }): ReactNode {
  const { t } = useApp()
  return (
    <div className="Toolbar-title">
      <h1>
        <span>{t('core.forum.index.meta_title_text')}</span>
      </h1>
      {children}
    </div>
  )
}

function IndexSkeleton({ location }: { location: PageLocation }): ReactNode {
  return (
    <>
      {pageNumber(location) === 1 && <IndexHero />}
      <IndexColumns>
        <div className="Toolbar">
          <IndexTitle />
        </div>
        <DiscussionListSkeleton />
      </IndexColumns>
    </>
  )
}

function PhoneTitle(): ReactNode {
  const { t, slots } = useApp()
  const title = t('core.forum.index.meta_title_text')
  const hasOneList = slots.get(IndexNav.slotName)?.length === 1
  if (hasOneList) {
    return (
      <span className="Button">
        <span>{title}</span>
      </span>
    )
  }
  return (
    <Dropdown
      label={<span>{title}</span>}
      accessibleLabel={t('core.forum.index.toggle_sidenav_dropdown_accessible_label')}
      endIcon="down"
    >
      <NavMenuItems />
    </Dropdown>
  )
}

function PhoneAction(): ReactNode {
  const { t, userId } = useApp()
  const logIn = useLogInLink()
  if (userId !== undefined) return <StartButton isIconOnly variant="quiet" />
  return (
    <LinkButton {...logIn} icon="user" isIconOnly>
      {t('core.forum.header.log_in_link')}
    </LinkButton>
  )
}

function indexHead({ location, documents }: PageProps, { t, forum }: App): PageHead {
  const page = pageNumber(location)
  const { links } = documents[0] as CollectionDocument
  return {
    title: location.path === '/' ? undefined : t('core.forum.index.meta_title_text'),
    canonical: isDefaultRoute(forum.defaultRoute) ? '/' : location.path,
    prev: page > 1 ? pagePath(location, page - 1) : undefined,
    next: links.next === undefined ? undefined : pagePath(location, page + 1),
  }
}
