import type { StoreRecord } from '../../store/record.ts'
import { firstUnread } from './read-state.ts'

/** Returns the path of a discussion, below the base path; `near` is the number of a post to start at. */
export function discussionPath({ slug }: Pick<StoreRecord<'discussions'>, 'slug'>, near?: number): string {
  const path = `/d/${encodeURIComponent(slug)}`
  return near === undefined || near <= 1 ? path : `${path}/${near}`
}

/** Returns the path to the first unread post of a discussion. `viewer` is the session user. */
export function continuePath(discussion: StoreRecord<'discussions'>, viewer?: StoreRecord<'users'>): string {
  const { lastPostNumber = 1 } = discussion
  return discussionPath(discussion, Math.min(lastPostNumber, firstUnread(discussion, viewer)))
}
