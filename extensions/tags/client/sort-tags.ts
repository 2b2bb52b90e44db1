import { parentIdOf, type TagRecord } from './tag-record.ts'

/**
 * The order in which tags are shown: those with a position first, each followed by its children; then the others, those
 * with the most discussions first. A child without its parent among the tags stands where its own position says.
 */
export function sortTags(tags: readonly TagRecord[]): TagRecord[] {
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  const parentOf = (tag: TagRecord) => byId.get(parentIdOf(tag) ?? '')
  return tags.toSorted((a, b) => {
    if (a.position === null || b.position === null)
      return (
        Number(a.position === null) - Number(b.position === null) ||
        b.discussionCount - a.discussionCount ||
        Number(a.id) - Number(b.id)
      )
    const [rootOfA, rootOfB] = [parentOf(a) ?? a, parentOf(b) ?? b]
    if (rootOfA !== rootOfB) return (rootOfA.position ?? 0) - (rootOfB.position ?? 0)
    if (rootOfA === a) return -1
    return rootOfB === b ? 1 : a.position - b.position
  })
}
