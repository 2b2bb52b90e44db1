import type { CollectionDocument, ResourceDocument } from '@parley/shared'
import { contentPlain, truncate } from '@parley/shared/markup'
import { type ReactNode, useEffect, useState } from 'react'
import { pageNumber, pagePath } from '../../base/lists/paged-list.ts'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useEntryState } from '../../base/router/entry.ts'
import { useObservable } from '../../base/use-observable.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageHead, type PageLocation, type PageProps } from '../../points/routes.ts'
import { loadDocument } from '../../store/resources.ts'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { discussionPath } from '../discussions/discussion-path.ts'
import { unreadCount } from '../discussions/read-state.ts'
import type { DiscussionProps } from '../discussions/slots.ts'
import { DiscussionHero } from './DiscussionHero.tsx'
import { DiscussionSkeleton } from './DiscussionSkeleton.tsx'
import { lastNumber } from './last-number.ts'
import { DiscussionPageContext } from './page-context.ts'
import { PaneArea } from './pane/PaneArea.tsx'
import { PhoneAction, PhoneTitle, useDiscussion } from './phone-header.tsx'
import { PostStreamView, type Unread } from './post-stream/PostStreamView.tsx'
import { PostStream, type StreamState } from './post-stream/post-stream.ts'
import { ReadingPosition } from './post-stream/reading-position.ts'
import { chunkSize, closestPost, windowOf } from './post-stream/stream-window.ts'
import { ReplyPlaceholder } from './ReplyPlaceholder.tsx'
import { nearOf } from './requests.ts'
import { ScrubberButton } from './scrubber/Scrubber.tsx'
import { DiscussionAsideItems } from './slots.ts'
import { useNews } from './use-news.ts'

/** Length of the description, and of the HTML it is taken from, in characters. */
const descriptionLength = 160
const descriptionSourceLength = 4000

/** A discussion with its posts. */
export default definePage({
  Component: DiscussionPage,
  Skeleton: DiscussionSkeleton,
  PhoneTitle,
  PhoneAction,
  backTo: '/',
  head,
})

function DiscussionPage(props: PageProps): ReactNode {
  const discussion = useDiscussion(props)
  return discussion === undefined ? null : <Discussion {...props} discussion={discussion} />
}

function Discussion({ discussion, location, documents }: PageProps & DiscussionProps): ReactNode {
  const { t } = useApp()
  const { stream, position } = useStreamOf(location, documents)
  const announced = useNews(stream)
  const state = useObservable(stream)
  const unread = useUnread(discussion, state)
  const posts = documents[1] as CollectionDocument
  const { previous, next } = useNeighbours(location, discussion, posts)
  return (
    <DiscussionPageContext value={{ stream, position }}>
      <div className="DiscussionPage Columns Columns--end">
        <PaneArea discussion={discussion} />
        <div className="DiscussionPage-main">
          <DiscussionHero discussion={discussion} />
          <PostStreamView
            setSize={lastNumber(discussion, state.window)}
            unread={unread}
            previous={previous}
            next={next}
            excerpts={posts.meta?.excerpts}
          />
          {!state.window.hasLater && !state.isJumping && <ReplyPlaceholder discussion={discussion} />}
          <div role="status">{announced && <VisuallyHidden>{announced}</VisuallyHidden>}</div>
        </div>
        <aside className="DiscussionAside" aria-label={t('core.forum.discussion.aside_label')}>
          <DiscussionAsideItems discussion={discussion} />
        </aside>
        <ScrubberButton discussion={discussion} />
      </div>
    </DiscussionPageContext>
  )
}

/** Creates the stream for an address, or restores that of the history entry. */
function useStreamOf(location: PageLocation, documents: readonly unknown[]) {
  const app = useApp()
  const [page, savePage] = useEntryState('discussion', () => {
    const [discussion, posts] = documents as [ResourceDocument, CollectionDocument]
    const first = windowOf(posts)
    const near = nearOf(location)
    const lease = {}
    const stream: PostStream = new PostStream({
      discussionId: discussion.data.id,
      first,
      target: near > 1 ? { number: near } : undefined,
      load: (path, isBackground) => loadDocument(app, path, undefined, { lease, isBackground }),
      release: (kept) =>
        app.store.release(
          lease,
          kept.map(({ id }) => ({ type: 'posts', id })),
        ),
      onJumpFailed: (error, target) => app.alerts.showError(error, () => void stream.goTo(target)),
    })
    const post = closestPost(first, near)
    return {
      stream,
      position: new ReadingPosition({ number: post?.number ?? 1, createdAt: post?.createdAt }),
    }
  })
  useEffect(() => savePage(page), [savePage, page])
  return page
}

/** The posts that were unread when the page opened, or that arrived since. Reading does not change it. */
function useUnread(discussion: DiscussionProps['discussion'], { arrived }: StreamState): Unread | undefined {
  const viewer = useSessionUser()
  const [atFirst] = useState((): Unread | undefined => {
    const count = unreadCount(discussion, viewer)
    const { lastReadPostNumber } = discussion
    return count > 0 && lastReadPostNumber ? { lastRead: lastReadPostNumber, count } : undefined
  })
  return arrived === undefined ? atFirst : { lastRead: arrived.after, count: arrived.count }
}

/** URLs of the pages before and after the one that the page opened with. */
function useNeighbours(
  location: PageLocation,
  discussion: DiscussionProps['discussion'],
  posts: CollectionDocument,
) {
  const { href } = useApp()
  const { prev, next } = neighbours(location, discussion, posts)
  return { previous: prev && href(prev), next: next && href(next) }
}

/** Paths of the pages that hold the posts right before and after those that the server listed. */
function neighbours(
  { query }: PageLocation,
  discussion: DiscussionProps['discussion'],
  { data, links: shown, meta }: CollectionDocument,
) {
  const links = meta?.excerpts?.links ?? shown
  const start = { path: discussionPath(discussion), query: new URLSearchParams() }
  const last = 1 + Math.floor((discussion.commentCount ?? 0) / chunkSize)
  const page = (offset: number) => 1 + Math.floor(offset / chunkSize)
  // A list that begins at most one page after the start links to the start.
  const before = links.prev === undefined ? undefined : page(offsetOf(links.prev) + chunkSize - 1)
  const prev =
    data.length > 0 || before === undefined ? before : Math.min(before, last, pageNumber({ query }) - 1)
  const next = links.next === undefined ? undefined : page(offsetOf(links.next))
  return {
    prev: prev === undefined ? undefined : pagePath(start, prev),
    next: next === undefined ? undefined : pagePath(start, next),
  }
}

/** Offset of the page that a link of a list leads to. */
function offsetOf(link: string): number {
  return Number(new URL(link).searchParams.get('page[offset]') ?? 0)
}

function head({ location, documents }: PageProps, { store }: App): PageHead {
  const [document, posts] = documents as [ResourceDocument, CollectionDocument | undefined]
  const discussion = store.get('discussions', document.data.id)
  if (discussion === undefined) return {}
  const shown = posts?.data[0] && store.get('posts', posts.data[0].id)
  const firstPost = shown?.number === 1 ? shown : store.related(discussion, 'firstPost', 'posts')
  const query = new URLSearchParams(location.query)
  if (query.get('page') === '1') query.delete('page')
  const path = discussionPath(discussion)
  return {
    title: discussion.title,
    // Only the server renders the head's description.
    description:
      import.meta.env.SSR && !firstPost?.isHidden ? description(firstPost?.contentHtml) : undefined,
    canonical: query.size === 0 ? path : `${path}?${query}`,
    ...(posts && neighbours(location, discussion, posts)),
  }
}

function description(html: string | undefined): string | undefined {
  return html && truncate(contentPlain(html.slice(0, descriptionSourceLength)), descriptionLength)
}
