import { buildQuery } from '@parley/shared'

/** Number of posts in an answer of the API. */
export const chunkSize = 20

/** A number that no discussion reaches: requests its end. */
export const endOfDiscussion = 2_147_483_647

/** Path of the API for the posts around a number. @param include undefined for the server's defaults. */
export function postsRequest(
  discussionId: string,
  near: number,
  include: readonly string[] | undefined,
): string {
  return `/posts?${buildQuery({ include, filter: { discussion: discussionId }, page: near > 1 ? { near } : {} })}`
}

/** Path of the API for posts by their ids, at most `chunkSize`. @param include undefined for the server's defaults. */
export function postsByIdRequest(ids: readonly string[], include: readonly string[] | undefined): string {
  return `/posts?${buildQuery({ include, filter: { id: ids.join() } })}`
}
