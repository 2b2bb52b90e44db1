import { sortTags } from '../sort-tags.ts'
import type { TagRecord } from '../tag-record.ts'

/** How many secondary tags the navigation has. */
const shownSecondary = 3

interface ShownTags {
  tags: TagRecord[]
  /** Whether there are more secondary tags. */
  hasMore: boolean
}

/**
 * The tags of the navigation among those of the forum: all with a position, those without one that have the most
 * discussions, and the one whose page is shown.
 */
export function shownTags(tags: readonly TagRecord[], current?: TagRecord): ShownTags {
  const sorted = sortTags(tags)
  const secondary = sorted.filter(({ position }) => position === null)
  const shown = secondary.slice(0, shownSecondary)
  if (current && current.position === null && !shown.some(({ id }) => id === current.id)) shown.push(current)
  return {
    tags: [...sorted.filter(({ position }) => position !== null), ...shown],
    hasMore: secondary.length > shownSecondary,
  }
}
