import type { TagLimits } from '../../contract/client.tsx'
import { isPrimary, parentIdOf, type TagRecord } from '../tag-record.ts'

/** What the rules ask of a tag. */
export type Choosable = Pick<TagRecord, 'id' | 'position' | 'isChild' | 'relationships'>

/** The tags that are known, by id. */
export type TagsById = ReadonlyMap<string, Choosable>

/** Chooses a tag and its parent. */
export function withTag(chosen: readonly string[], id: string, tags: TagsById): readonly string[] {
  return [...new Set([...chosen, ...ancestry(id, tags)])]
}

/** Takes back a tag and its children. */
export function withoutTag(chosen: readonly string[], id: string, tags: TagsById): readonly string[] {
  return chosen.filter((other) => !ancestry(other, tags).includes(id))
}

/** Chooses the parents of the chosen tags, too. */
export function withParents(chosen: readonly string[], tags: TagsById): readonly string[] {
  return chosen.reduce<readonly string[]>((all, id) => withTag(all, id, tags), [])
}

/** A tag behind its parent, if that is known. */
function ancestry(id: string, tags: TagsById): string[] {
  const parentId = parentIdOf(tags.get(id) ?? { relationships: {} })
  return parentId !== undefined && tags.has(parentId) ? [parentId, id] : [id]
}

export interface TagCounts {
  primary: number
  secondary: number
  total: number
}

/** Counts chosen tags. Unknown ones count as secondary. */
export function countTags(chosen: readonly string[], tags: TagsById): TagCounts {
  const primary = chosen.filter((id) => isPrimary(tags.get(id) ?? { position: null, isChild: false })).length
  return { primary, secondary: chosen.length - primary, total: chosen.length }
}

/**
 * The limits for a writer who can choose some tags: no more secondary ones are needed than there are.
 * @param ids of the tags that can be chosen.
 */
export function withinReach(limits: TagLimits, ids: readonly string[], tags: TagsById): TagLimits {
  const { secondary } = countTags(ids, tags)
  return { ...limits, minSecondary: Math.min(limits.minSecondary, secondary) }
}

/** What is wrong with a choice: tags of a kind to choose, or to take back. */
export interface ChoiceFault {
  action: 'choose' | 'remove'
  kind: keyof TagCounts
  count: number
}

/** Finds the first fault of a choice: too many tags, else too few. */
export function findFault(
  chosen: readonly string[],
  tags: TagsById,
  limits: TagLimits,
): ChoiceFault | undefined {
  const counts = countTags(chosen, tags)
  const { minPrimary, maxPrimary, minSecondary, maxSecondary, minTotal, maxTotal } = limits
  const excess = [
    ['primary', counts.primary - maxPrimary],
    ['secondary', counts.secondary - maxSecondary],
    ['total', counts.total - maxTotal],
  ] as const
  const lack = [
    ['primary', minPrimary - counts.primary],
    ['secondary', minSecondary - counts.secondary],
    ['total', minTotal - counts.total],
  ] as const
  for (const [kind, count] of excess) if (count > 0) return { action: 'remove', kind, count }
  for (const [kind, count] of lack) if (count > 0) return { action: 'choose', kind, count }
  return undefined
}

/** Whether a tag can be chosen, its parent included, without exceeding a maximum. */
export function canChoose(chosen: readonly string[], id: string, tags: TagsById, limits: TagLimits): boolean {
  const counts = countTags(withTag(chosen, id, tags), tags)
  const before = countTags(chosen, tags)
  const fits = (kind: keyof TagCounts, max: number) => counts[kind] <= Math.max(max, before[kind])
  return (
    fits('primary', limits.maxPrimary) &&
    fits('secondary', limits.maxSecondary) &&
    fits('total', limits.maxTotal)
  )
}

/** Whether a choice can be submitted. @param canBeEmpty whether none may be chosen, whatever the minimums are. */
export function canSubmit(
  chosen: readonly string[],
  tags: TagsById,
  limits: TagLimits,
  { isBypassing = false, canBeEmpty = false } = {},
): boolean {
  return isBypassing || (canBeEmpty && chosen.length === 0) || findFault(chosen, tags, limits) === undefined
}

/** Whether the writer of a discussion is asked for tags before it is posted. */
export function asksForTags(chosen: readonly string[], tags: TagsById, limits: TagLimits): boolean {
  const isOptional = limits.maxPrimary === 0 || limits.maxSecondary === 0
  return findFault(chosen, tags, limits) !== undefined || (chosen.length === 0 && !isOptional)
}

/**
 * Chooses what is part of every choice that meets the limits: where as many primary tags are needed as there are, all of
 * them; likewise secondary ones.
 * @param ids of the tags that can be chosen.
 */
export function withNeeded(
  chosen: readonly string[],
  ids: readonly string[],
  tags: TagsById,
  limits: TagLimits,
): readonly string[] {
  const possible = ids.filter((id) => canChoose([], id, tags, limits))
  const [secondary = [], primary = []] = [0, 1].map((count) =>
    possible.filter((id) => countTags([id], tags).primary === count),
  )
  const needed = [
    ...(primary.length === limits.minPrimary ? primary : []),
    ...(secondary.length === limits.minSecondary ? secondary : []),
  ]
  return needed.reduce((all, id) => (canChoose(all, id, tags, limits) ? withTag(all, id, tags) : all), chosen)
}
