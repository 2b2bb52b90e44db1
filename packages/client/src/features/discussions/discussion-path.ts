import type { StoreRecord } from '../../store/record.ts'

/** Path of a discussion below the base path; `near` is the number of a post to start at. */
export function discussionPath({ slug }: Pick<StoreRecord<'discussions'>, 'slug'>, near?: number): string {
  const path = `/d/${encodeURIComponent(slug)}`
  return near === undefined || near <= 1 ? path : `${path}/${near}`
}

/** Path of a discussion where its reader left off. */
export function continuePath(discussion: StoreRecord<'discussions'>): string {
  const { lastReadPostNumber, lastPostNumber } = discussion
  if (!lastReadPostNumber || !lastPostNumber) return discussionPath(discussion)
  return discussionPath(discussion, Math.min(lastPostNumber, lastReadPostNumber + 1))
}
