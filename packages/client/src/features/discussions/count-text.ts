import type { BoundedCount } from '@parley/shared'
import type { App } from '../../points/app.ts'

/** The keys of a count with its unit: exact, and as a lower bound ('1,000+ discussions'). */
export type CountKeys = readonly [exact: string, more: string]

/** Writes a count with its unit. */
export function countText(
  { t }: Pick<App, 't'>,
  { count, hasMore }: BoundedCount,
  [exact, more]: CountKeys,
): string {
  return t(hasMore ? more : exact, { count })
}

export const discussionCount: CountKeys = [
  'core.forum.discussion_list.total_text',
  'core.forum.discussion_list.total_more_text',
]
