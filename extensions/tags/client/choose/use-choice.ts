import { useMemo, useState } from 'react'
import type { TagLimits, TagSelectionOptions } from '../../contract/client.tsx'
import type { TagRecord } from '../tag-record.ts'
import {
  canChoose,
  canSubmit,
  findFault,
  type TagsById,
  withinReach,
  withNeeded,
  withoutTag,
  withParents,
  withTag,
} from './choice.ts'
import type { TagListState } from './tag-list.ts'

export interface Choice {
  /** The tags to choose from; undefined until they are loaded. */
  tags: readonly TagRecord[] | undefined
  /** In the order in which they were chosen. */
  chosen: readonly TagRecord[]
  isBypassing: boolean
  canSubmit: boolean
  fault: ReturnType<typeof findFault>
  /** Whether further tags can be chosen. */
  hasRoom: boolean
  /** Whether a tag can be chosen, or taken back. */
  canToggle(tag: TagRecord): boolean
  toggle(tag: TagRecord): void
  setBypassing(isBypassing: boolean): void
}

type Rules = Pick<TagSelectionOptions, 'ability' | 'canBeEmpty'> & {
  given: readonly string[]
  limits: TagLimits
}

/** The state of a choice among tags. */
export function useChoice({ tags: all }: Pick<TagListState, 'tags'>, rules: Rules): Choice {
  const { given, ability, canBeEmpty } = rules
  const [changed, setChanged] = useState<readonly string[]>()
  const [isBypassing, setBypassing] = useState(false)
  const tags = useMemo(() => all?.filter((tag) => isOffered(tag, given, ability)), [all, given, ability])
  const byId = useMemo(() => new Map((tags ?? []).map((tag) => [tag.id, tag])), [tags])
  const limits = useMemo(
    () => (ability && tags ? withinReach(rules.limits, [...byId.keys()], byId) : rules.limits),
    [ability, tags, rules.limits, byId],
  )
  // Tags may disappear from the list while it is shown.
  const start = useMemo(() => startingIds(given, byId, limits), [given, byId, limits])
  const ids = (changed ?? start).filter((id) => byId.has(id))
  const isChosen = new Set(ids)
  const canToggle = ({ id }: TagRecord) => isBypassing || isChosen.has(id) || canChoose(ids, id, byId, limits)
  return {
    tags,
    chosen: ids.flatMap((id) => byId.get(id) ?? []),
    isBypassing,
    canSubmit: tags !== undefined && canSubmit(ids, byId, limits, { isBypassing, canBeEmpty }),
    fault: findFault(ids, byId, limits),
    hasRoom: (tags ?? []).some((tag) => !isChosen.has(tag.id) && canToggle(tag)),
    canToggle,
    toggle(tag) {
      if (!canToggle(tag)) return
      setChanged(isChosen.has(tag.id) ? withoutTag(ids, tag.id, byId) : withTag(ids, tag.id, byId))
    },
    setBypassing,
  }
}

function isOffered(
  tag: TagRecord,
  given: readonly string[],
  ability: TagSelectionOptions['ability'],
): boolean {
  if (ability === 'startDiscussion') return tag.canStartDiscussion
  return ability === undefined || tag.canAddToDiscussion || given.includes(tag.id)
}

/** What is chosen at first: what was given as far as it is offered, and what any choice needs. */
function startingIds(given: readonly string[], byId: TagsById, limits: TagLimits): readonly string[] {
  const offered = given.filter((id) => byId.has(id))
  return withNeeded(withParents(offered, byId), [...byId.keys()], byId, limits)
}
