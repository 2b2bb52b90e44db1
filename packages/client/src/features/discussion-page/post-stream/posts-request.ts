import { buildQuery } from '@parley/shared'

/** Number of posts in an answer of the API. */
export const chunkSize = 20

/** A number that no discussion reaches: requests its end. */
export const endOfDiscussion = 2_147_483_647

/** Path of the API for the posts around a number. */
export function postsRequest(discussionId: string, near: number): string {
  return `/posts?${buildQuery({ filter: { discussion: discussionId }, page: near > 1 ? { near } : {} })}`
}
