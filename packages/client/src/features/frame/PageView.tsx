import type { ResourceType } from '@parley/shared'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useRecord } from '../../base/records/use-record.ts'
import { type Entry, EntryContext } from '../../base/router/entry.ts'
import type { RouterState } from '../../base/router/router.ts'
import { entryHead, fullTitle } from '../../base/router/use-router.ts'
import { useApp } from '../../points/app-context.ts'
import { ErrorBoundary } from '../../points/error-boundary.tsx'
import { Loading } from '../../ui/feedback/Feedback.tsx'
import { ErrorPage } from './ErrorPage.tsx'

/** The page of the current entry of the history. */
export function PageView({ state }: { state: RouterState }): ReactNode {
  const app = useApp()
  const { entry } = state
  useArrival(state)
  return (
    <EntryContext value={entry}>
      <ErrorBoundary
        key={entry.pageKey}
        subject={entry}
        onError={(error) => {
          if (entry.extension !== undefined) app.reportFailure(entry.extension, error)
        }}
        fallback={(error) => <ErrorPage error={error} />}
      >
        <PageContent state={state} />
      </ErrorBoundary>
    </EntryContext>
  )
}

function PageContent({ state: { entry } }: { state: RouterState }): ReactNode {
  const { page, location, documents, error, loading } = entry
  if (error !== undefined) return <ErrorPage error={error} />
  if (location === undefined || page === undefined) return <Loading />
  if (loading === 'unknown')
    return <Loading>{page.Skeleton && <page.Skeleton location={location} />}</Loading>
  return <page.Component location={location} documents={documents} />
}

/** After a navigation, sets the title and the scroll position, and focuses the heading for screen readers. */
function useArrival({ entry, cause }: RouterState): void {
  const app = useApp()
  // The page's subject may be renamed while the page is open.
  const subject = subjectOf(entry)
  useRecord(subject?.type ?? 'forums', subject?.id)
  // The title counts the reader's new notifications.
  useSessionUser()
  const title = fullTitle(app, entryHead(app, entry), entry)
  useLayoutEffect(() => {
    document.title = title
  }, [title])
  // Key of the entry whose page is on screen since before its documents were there.
  const scrolled = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (cause === 'boot' || cause === 'place' || entry.loading === 'unknown') return
    const isAtPlace = scrolled.current === entry.key && window.location.hash === ''
    if (cause === 'traverse' && entry.scroll > 0) window.scrollTo(0, entry.scroll)
    else if (cause !== 'reload' && !isAtPlace) scrollToStart()
    scrolled.current = entry.loading === 'known' ? entry.key : undefined
    if (entry.loading === 'known') return
    // A reload keeps the focus, unless the focused element was removed.
    if (cause !== 'reload' || document.activeElement === document.body) focusHeading()
  }, [entry, cause])
}

/** Returns the resource of the page's first document, unless that document is a list. */
function subjectOf({ documents }: Entry): { type: ResourceType; id: string } | undefined {
  const [document] = documents as readonly (
    | { data?: { type: ResourceType; id: string } | unknown[] }
    | undefined
  )[]
  return Array.isArray(document?.data) ? undefined : document?.data
}

function scrollToStart(): void {
  const fragment = decodeURIComponent(window.location.hash.slice(1))
  const target = fragment === '' ? null : document.getElementById(fragment)
  if (target === null) window.scrollTo(0, 0)
  else target.scrollIntoView()
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
