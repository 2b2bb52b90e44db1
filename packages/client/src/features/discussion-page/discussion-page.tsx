import type { CollectionDocument } from '@parley/shared'
import { contentPlain, truncate } from '@parley/shared/markup'
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useEntryState } from '../../base/router/entry.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageHead, type PageLocation, type PageProps } from '../../points/routes.ts'
import { useHasLeft } from '../../ui/use-has-left.ts'
import { discussionPath } from '../discussions/discussion-path.ts'
import type { DiscussionProps } from '../discussions/slots.ts'
import { DiscussionHero } from './DiscussionHero.tsx'
import { DiscussionPosts } from './DiscussionPosts.tsx'
import { DiscussionSkeleton } from './loading/DiscussionSkeleton.tsx'
import { PendingPosts } from './loading/PendingPosts.tsx'
import { neighbours } from './neighbours.ts'
import { DiscussionPageContext, type DiscussionPageState } from './page-context.ts'
import { createPageState } from './page-state.ts'
import { PaneArea } from './pane/PaneArea.tsx'
import { PhoneAction, PhoneTitle, useDiscussion } from './phone-header.tsx'
import { ReadingBar } from './reading-bar/ReadingBar.tsx'
import { discussionIdOf, nearOf } from './requests.ts'
import { ScrubberButton } from './scrubber/ScrubberButton.tsx'
import { DiscussionAsideItems } from './slots.ts'

/** Length of the description, and of the HTML it is taken from, in characters. */
const descriptionLength = 160
const descriptionSourceLength = 4000

/** A discussion with its posts. */
export default definePage({
  Component: DiscussionPage,
  Skeleton: DiscussionSkeleton,
  PhoneTitle,
  PhoneAction,
  isKnown,
  backTo: '/',
  head,
})

/** Whether all of the page but the posts can be rendered from the store. */
function isKnown(location: PageLocation, { store }: App): boolean {
  const discussion = store.get('discussions', discussionIdOf(location))
  if (discussion?.createdAt === undefined || discussion.canReply === undefined) return false
  const isAuthorKnown = !discussion.relationships.user || store.related(discussion, 'user', 'users')
  return discussion.commentCount !== undefined && isAuthorKnown !== undefined
}

function DiscussionPage(props: PageProps): ReactNode {
  const discussion = useDiscussion(props)
  return discussion === undefined ? null : <Discussion {...props} discussion={discussion} />
}

function Discussion({ discussion, location, documents }: PageProps & DiscussionProps): ReactNode {
  const { t } = useApp()
  const state = usePageState(location, documents)
  const hero = useRef<HTMLElement>(null)
  const hasHeroLeft = useHasLeft(hero)
  return (
    <DiscussionPageContext value={state ?? null}>
      <div className="DiscussionPage Columns Columns--end">
        <PaneArea discussion={discussion} />
        <div className="DiscussionPage-main" data-content-column="">
          <DiscussionHero ref={hero} discussion={discussion} />
          {hasHeroLeft && <ReadingBar discussion={discussion} />}
          {state === undefined ? (
            <PendingPosts discussion={discussion} near={nearOf(location)} />
          ) : (
            <DiscussionPosts
              discussion={discussion}
              state={state}
              location={location}
              list={documents[1] as CollectionDocument}
            />
          )}
        </div>
        <aside className="DiscussionAside" aria-label={t('core.forum.discussion.aside_label')}>
          <DiscussionAsideItems discussion={discussion} />
        </aside>
        {state !== undefined && <ScrubberButton discussion={discussion} />}
      </div>
    </DiscussionPageContext>
  )
}

/** Creates the state of a page when its posts are there, or restores that of the history entry. */
function usePageState(
  location: PageLocation,
  documents: readonly unknown[],
): DiscussionPageState | undefined {
  const app = useApp()
  const isLoaded = documents.length > 0
  const create = () => createPageState(app, location, documents)
  const [state, saveState] = useEntryState('discussion', () => (isLoaded ? create() : undefined))
  const save = useEffectEvent(() => saveState(state ?? create()))
  // Without dependencies: a reload of the page makes another entry.
  useLayoutEffect(() => {
    if (isLoaded) save()
  })
  return state
}

function head({ location, documents }: PageProps, { store }: App): PageHead {
  const [, posts] = documents as [unknown, CollectionDocument | undefined]
  const discussion = store.get('discussions', discussionIdOf(location))
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
