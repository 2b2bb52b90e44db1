import type { Identifier, Linkage } from '@parley/shared'
import { type Related, StreamedTargets } from '../../points/resources/relations.ts'

/** What a relation leads to, for one parent. */
export type Targets = Related | readonly Related[] | StreamedTargets

/** Whether a relation leads to many. */
export function isList(targets: Targets): targets is readonly Related[] | StreamedTargets {
  return Array.isArray(targets) || targets instanceof StreamedTargets
}

/** The targets that are known here, whatever number a relation leads to. */
export function listOf(targets: Targets | undefined): readonly Related[] {
  if (targets === undefined) return []
  if (targets instanceof StreamedTargets) return targets.rows
  return isList(targets) ? targets : [targets]
}

/** Names targets that are held, as a relationship shows them. */
export function linkage(type: string, targets: Exclude<Targets, StreamedTargets>): Linkage {
  const toIdentifier = (related: Related) =>
    identify(type, typeof related === 'object' ? related.id : related)
  return isList(targets) ? targets.map(toIdentifier) : toIdentifier(targets)
}

/** Names a resource. */
export function identify(type: string, id: number): Identifier {
  return { type, id: String(id) }
}
