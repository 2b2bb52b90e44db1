import { buildQuery } from '@parley/shared'
import { pageNumber } from '../../base/lists/paged-list.ts'
import type { PageLocation } from '../../base/router/route.ts'
import { endOfDiscussion, postsRequest } from './post-stream/post-stream.ts'
import { chunkSize } from './post-stream/stream-window.ts'

/**
 * Number of the post that an address names: `/d/12-title/71`. `reply` is the end; 1 for none and for nonsense.
 */
export function nearOf({ params }: Pick<PageLocation, 'params'>): number {
  if (params.near === 'reply') return endOfDiscussion
  const near = Number(params.near)
  return Number.isSafeInteger(near) && near > 1 ? Math.min(near, endOfDiscussion) : 1
}

/**
 * The discussion without its list of posts, whose length knows no bounds, and the posts around the number in the
 * address, or of the page in `?page=`.
 */
export function discussionRequests(location: PageLocation): string[] {
  // Only the part before the first dash counts; the rest is for people.
  const [id = ''] = (location.params.id ?? '').split('-', 1)
  const near = nearOf(location)
  const page = pageNumber(location)
  // The head of the page tells of the first post, which is among the posts of the first page.
  const include = near > 1 || page > 1 ? 'user,lastPostedUser,firstPost' : 'user,lastPostedUser'
  const discussion = `/discussions/${encodeURIComponent(id)}?include=${include}`
  // What is no number is no discussion: the first request says so.
  if (!/^\d+$/.test(id)) return [discussion]
  if (near > 1 || page === 1) return [discussion, postsRequest(id, near)]
  const offset = (page - 1) * chunkSize
  return [discussion, `/posts?${buildQuery({ filter: { discussion: id }, page: { offset } })}`]
}
