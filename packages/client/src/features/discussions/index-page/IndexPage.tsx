import type { CollectionDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { pageNumber, pagePath } from '../../../base/lists/paged-list.ts'
import { useListTotals } from '../../../base/lists/use-list-totals.ts'
import { usePagedList } from '../../../base/lists/use-paged-list.ts'
import { useRecord } from '../../../base/records/use-record.ts'
import type { App } from '../../../points/app.ts'
import { useApp } from '../../../points/app-context.ts'
import type { ListPageProps } from '../../../points/pages/lists.ts'
import { definePage, type PageHead, type PageLocation, type PageProps } from '../../../points/routes.ts'
import { LinkButton } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/Feedback.tsx'
import { useLogInLink } from '../../session/links.ts'
import { DiscussionList, DiscussionListSkeleton } from '../list/DiscussionList.tsx'
import { discussionsRequest, totalsRequest } from '../list/list-request.ts'
import { homePath, ListsMenu } from '../NavItem.tsx'
import { IndexSidebar, IndexToolbar } from '../slots.ts'
import { SwipeHint } from '../swipe/SwipeHint.tsx'
import { IndexCount } from './IndexCount.tsx'
import { IndexNews } from './IndexNews.tsx'
import { StartButton } from './StartButton.tsx'
import { CannotStartNote } from './StartItem.tsx'
import { useStart } from './start.ts'

/** The page of a list of discussions. */
export const listPage = definePage({
  Component: IndexPage,
  Skeleton: IndexSkeleton,
  PhoneTitle,
  PhoneAction: StartAction,
  head: indexHead,
})

/** Returns the API path of the discussions on the page of a list. */
export function listRequest(location: PageLocation, app: App): string {
  const { filter, sort } = location.list ?? {}
  return discussionsRequest(location, app, { filter: filter?.(location, app), sort: sort?.(location, app) })
}

function titleOf(location: PageLocation, app: App): string {
  const { title = '' } = location.list ?? {}
  return typeof title === 'string' ? app.t(title) : title(location, app)
}

function IndexPage({ location, documents }: PageProps): ReactNode {
  const app = useApp()
  const { filter, Empty = EmptyForum } = location.list ?? {}
  const loaded = usePagedList(location, listRequest(location, app), documents[0] as CollectionDocument)
  const list = useListTotals(loaded, location, totalsRequest(filter?.(location, app)), {
    isAlwaysLoaded: app.userId !== undefined,
  })
  const first = useRecord('discussions', list.ids[0])
  return (
    <>
      <Hero location={location} />
      <IndexColumns>
        <div className="Toolbar">
          <IndexTitle location={location}>
            <IndexCount list={list} />
          </IndexTitle>
          <IndexToolbar location={location} list={list} />
        </div>
        <CannotStartNote className="u-phone" />
        {first && <SwipeHint discussion={first} />}
        <IndexNews location={location} list={list} />
        <DiscussionList
          list={list}
          location={location}
          empty={<Empty location={location} />}
          label={titleOf(location, app)}
        />
      </IndexColumns>
    </>
  )
}

function Hero({ location }: ListPageProps): ReactNode {
  const { Hero } = location.list ?? {}
  return Hero && hasHero(location) && <Hero location={location} />
}

function hasHero(location: PageLocation): boolean {
  return pageNumber(location) === 1
}

/** Invites guests, and users who may start a discussion, to start the first one. */
function EmptyForum(): ReactNode {
  const { t, userId } = useApp()
  const { isAllowed } = useStart()
  if (userId !== undefined && !isAllowed) {
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

function IndexTitle({ location, children }: ListPageProps & { children?: ReactNode }): ReactNode {
  const title = titleOf(location, useApp())
  const isInHero = location.list?.heroHasHeading && hasHero(location)
  return (
    <div className="Toolbar-title">
      {!isInHero && (
        <h1>
          <span>{title}</span>
        </h1>
      )}
      {children}
    </div>
  )
}

function IndexSkeleton({ location }: ListPageProps): ReactNode {
  return (
    <>
      <Hero location={location} />
      <IndexColumns>
        <div className="Toolbar">
          <IndexTitle location={location} />
        </div>
        <DiscussionListSkeleton />
      </IndexColumns>
    </>
  )
}

function PhoneTitle({ location }: PageProps): ReactNode {
  return <ListsMenu title={titleOf(location, useApp())} />
}

/** Starts a discussion, or logs in: the main action of a page in the header of phones. */
export function StartAction(): ReactNode {
  const { t, userId } = useApp()
  const logIn = useLogInLink()
  if (userId !== undefined) return <StartButton isIconOnly variant="quiet" />
  return (
    <LinkButton {...logIn} className="Header-logIn" icon="user" isIconOnly>
      {t('core.forum.header.log_in_link')}
    </LinkButton>
  )
}

function indexHead(props: PageProps, app: App): PageHead {
  const { location, documents } = props
  const { path, list } = location
  const page = pageNumber(location)
  const { links } = documents[0] as CollectionDocument
  return {
    title: path === '/' ? undefined : titleOf(location, app),
    canonical: path === homePath(app.forum.defaultRoute) ? '/' : path,
    prev: page > 1 ? pagePath(location, page - 1) : undefined,
    next: links.next === undefined ? undefined : pagePath(location, page + 1),
    ...list?.head?.(props, app),
  }
}
