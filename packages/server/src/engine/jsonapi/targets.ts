import type { Identifier, Linkage } from '@parley/shared'
import { type Related, StreamedTargets } from '../../points/resources/relations.ts'
import type { Row } from '../../points/resources/resource-rows.ts'

/** The targets of a relation for one parent. */
export type Targets = Related | readonly Related[] | StreamedTargets

/** Whether a relation is to many. */
export function isList(targets: Targets): targets is readonly Related[] | StreamedTargets {
  return Array.isArray(targets) || targets instanceof StreamedTargets
}

/** The targets in memory, as a list for to-one relations, too. */
export function loadedTargets(targets: Targets | undefined): readonly Related[] {
  if (targets === undefined) return []
  if (targets instanceof StreamedTargets) return targets.rows
  return isList(targets) ? targets : [targets]
}

/** Makes the linkage of a relationship from targets in memory. */
export function linkageOf(type: string, targets: Exclude<Targets, StreamedTargets>): Linkage {
  const toIdentifier = (related: Related) =>
    typeof related === 'object' ? identifierOfRow(type, related) : identifierOf(type, related)
  return isList(targets) ? targets.map(toIdentifier) : toIdentifier(targets)
}

/** Makes the resource identifier of a row. */
export function identifierOfRow(type: string, { id, wire_id }: Row): Identifier {
  return { type, id: wire_id ?? String(id) }
}

/** Makes a resource identifier. */
export function identifierOf(type: string, id: number): Identifier {
  return { type, id: String(id) }
}
