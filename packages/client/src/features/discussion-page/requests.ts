import { buildQuery } from '@parley/shared'
import { pageNumber } from '../../base/lists/paged-list.ts'
import type { App } from '../../points/app.ts'
import type { PageLocation } from '../../points/routes.ts'
import { loadDocument } from '../../store/resources.ts'
import { discussionRequest } from '../discussions/discussion-request.ts'
import { postIncludes } from '../posts/post-includes.ts'
import { chunkSize, endOfDiscussion, postsRequest } from './post-stream/posts-request.ts'

/** The discussion's id in an address: the part before the first dash; the rest is for readability. */
export function discussionIdOf({ params }: Pick<PageLocation, 'params'>): string {
  return (params.id ?? '').split('-', 1)[0] ?? ''
}

/** Post number in an address: `/d/12-title/71`. `reply` stands for the end; 1 if missing or invalid. */
export function nearOf({ params }: Pick<PageLocation, 'params'>): number {
  if (params.near === 'reply') return endOfDiscussion
  const near = Number(params.near)
  return Number.isSafeInteger(near) && near > 1 ? Math.min(near, endOfDiscussion) : 1
}

/**
 * Requests the discussion without its unbounded list of posts, and the posts around the number in the address, or
 * those of the page in `?page=`.
 */
export function discussionRequests(location: PageLocation, app: Pick<App, 'includes'>): string[] {
  const id = discussionIdOf(location)
  const near = nearOf(location)
  const page = pageNumber(location)
  // The document's head describes the first post, which the first page of posts includes.
  const own = ['user', 'lastPostedUser', 'hiddenUser', ...(near > 1 || page > 1 ? ['firstPost'] : [])]
  const discussion = discussionRequest(encodeURIComponent(id), app, own)
  // Without a valid id the first request gets a 404.
  if (!/^\d+$/.test(id)) return [discussion]
  const include = streamIncludes(app)
  if (near > 1 || page === 1) return [discussion, postsRequest(id, near, include)]
  const offset = (page - 1) * chunkSize
  return [discussion, `/posts?${buildQuery({ include, filter: { discussion: id }, page: { offset } })}`]
}

/** What the posts of a discussion include besides the server's defaults. */
export function streamIncludes(app: Pick<App, 'includes'>): string[] | undefined {
  return postIncludes(app, { users: 'user.' })
}

/** Loads what changed of a discussion on the page, with one account that it is related to. */
export async function loadDiscussion(app: App, id: string, included: string): Promise<void> {
  await loadDocument(app, discussionRequest(id, app, [included]), undefined, { isBackground: true })
}
