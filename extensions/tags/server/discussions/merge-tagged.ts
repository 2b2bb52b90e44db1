import type { EventPosts } from '@parley/shared'
import type {} from '../../shared.ts'

type Tagged = EventPosts['discussionTagged']

/** Merges two changes of tags by one author: null if the discussion has its first tags again. */
export function mergeTagged([oldest]: Tagged, [, newest]: Tagged): Tagged | null {
  const isSame = oldest.length === newest.length && oldest.every((id) => newest.includes(id))
  return isSame ? null : [oldest, newest]
}
