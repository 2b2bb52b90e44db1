import { isPrimary, parentIdOf, type TagRecord } from '../../client/tag-record.ts'

/** A primary tag with its children. */
export interface Root {
  id: string
  children: readonly string[]
}

/** The primary tags in their order, with their children. All other tags are secondary. */
export type Arrangement = readonly Root[]

/** A place for a tag: among primary tags or among the children of one, before another tag or last; or secondary. */
export type Place = 'secondary' | { parent?: string; before?: string | undefined }

/** The arrangement that tags have by their positions. */
export function arrangementOf(tags: readonly TagRecord[]): Arrangement {
  const inOrder = tags.toSorted(
    (a, b) => (a.position ?? 0) - (b.position ?? 0) || Number(a.id) - Number(b.id),
  )
  return inOrder.filter(isPrimary).map(({ id }) => ({
    id,
    children: inOrder.flatMap((tag) => (tag.isChild && parentIdOf(tag) === id ? [tag.id] : [])),
  }))
}

/** The primary tag that a tag is, or is a child of. */
export function rootOf(arrangement: Arrangement, id: string): Root | undefined {
  return arrangement.find((root) => root.id === id || root.children.includes(id))
}

/** Whether a tag can become a child: it has none of its own. */
export function canNest(arrangement: Arrangement, id: string): boolean {
  return !arrangement.some((root) => root.id === id && root.children.length > 0)
}

/** Moves a tag. Its children go with it; among secondary tags they become secondary, too. */
export function moved(arrangement: Arrangement, id: string, place: Place): Arrangement {
  const tag = arrangement.find((root) => root.id === id) ?? { id, children: [] }
  const others = arrangement
    .filter((root) => root !== tag)
    .map((root) => ({ ...root, children: root.children.filter((child) => child !== id) }))
  if (place === 'secondary') return others
  const { parent, before } = place
  if (parent === undefined) return inserted(others, tag, (root) => root.id === before)
  return others.map((root) =>
    root.id === parent
      ? { id: root.id, children: inserted(root.children, id, (child) => child === before) }
      : root,
  )
}

function inserted<Item>(items: readonly Item[], item: Item, isBefore: (item: Item) => boolean): Item[] {
  const index = items.findIndex(isBefore)
  return items.toSpliced(index === -1 ? items.length : index, 0, item)
}

/** One step of a tag, as its menu offers it. */
export interface Move {
  name: 'up' | 'down' | 'into' | 'out' | 'primary' | 'secondary'
  place: Place
  /** The tag of which it becomes a child, or stops being one. */
  parent?: string
}

/** The steps that a tag can take. */
export function movesOf(arrangement: Arrangement, id: string): Move[] {
  const root = rootOf(arrangement, id)
  if (!root) return [{ name: 'primary', place: {} }]
  const isRoot = root.id === id
  const siblings = isRoot ? arrangement.map((each) => each.id) : root.children
  const inParent = isRoot ? {} : { parent: root.id }
  const index = siblings.indexOf(id)
  const rootIndex = arrangement.indexOf(root)
  const previous = isRoot && canNest(arrangement, id) ? arrangement[index - 1] : undefined
  const moves: (Move | false | undefined)[] = [
    index > 0 && { name: 'up', place: { ...inParent, before: siblings[index - 1] } },
    index < siblings.length - 1 && { name: 'down', place: { ...inParent, before: siblings[index + 2] } },
    previous && { name: 'into', place: { parent: previous.id }, parent: previous.id },
    !isRoot && { name: 'out', place: { before: arrangement[rootIndex + 1]?.id }, parent: root.id },
    { name: 'secondary', place: 'secondary' },
  ]
  return moves.filter((move): move is Move => Boolean(move))
}
