import { type Arrangement, canNest, type Place, rootOf } from './arrangement.ts'

/** Where the pointer is: over a tag, from 0 at its upper edge to 1 at its lower edge, or elsewhere in a list. */
export interface Spot {
  list: 'primary' | 'secondary'
  tag?: string
  height: number
}

/** Where a dragged tag would go, and how the lists show it. */
export interface Drop {
  place: Place
  /** The tag that shows it; undefined for a whole list. */
  tag: string | undefined
  mark: 'before' | 'after' | 'into' | 'primary' | 'secondary'
}

/** Where a tag that is dragged to a spot would go; undefined on itself and its children. */
export function dropAt(arrangement: Arrangement, dragged: string, spot: Spot): Drop | undefined {
  const { list, tag, height } = spot
  if (list === 'secondary') return { place: 'secondary', tag: undefined, mark: 'secondary' }
  const root = tag === undefined ? undefined : rootOf(arrangement, tag)
  if (tag === undefined || root === undefined) return { place: {}, tag: undefined, mark: 'primary' }
  if (root.id === dragged || tag === dragged) return undefined
  const mayNest = canNest(arrangement, dragged)
  if (tag !== root.id && mayNest) return beside(tag, root.children, height, { parent: root.id })
  const isInto = tag === root.id && mayNest && height >= 0.3 && (height <= 0.7 || root.children.length > 0)
  if (isInto) return { place: { parent: root.id }, tag, mark: 'into' }
  const roots = arrangement.map(({ id }) => id)
  return beside(root.id, roots, height, {})
}

function beside(tag: string, siblings: readonly string[], height: number, within: { parent?: string }): Drop {
  if (height < 0.5) return { place: { ...within, before: tag }, tag, mark: 'before' }
  return { place: { ...within, before: siblings[siblings.indexOf(tag) + 1] }, tag, mark: 'after' }
}
