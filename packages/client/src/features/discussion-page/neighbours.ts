import type { CollectionDocument } from '@parley/shared'
import { pageNumber, pagePath } from '../../base/lists/paged-list.ts'
import type { PageLocation } from '../../points/routes.ts'
import { discussionPath } from '../discussions/discussion-path.ts'
import type { DiscussionProps } from '../discussions/slots.ts'
import { chunkSize } from './post-stream/posts-request.ts'

/** Paths of the pages that hold the posts right before and after those that the server listed. */
export function neighbours(
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
