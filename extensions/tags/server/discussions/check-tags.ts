import {
  type Context,
  type DiscussionRow,
  type Problem,
  permissionDenied,
  translatorOf,
  type Write,
} from '@parley/server'
import type { TagRow } from '../../contract/tables.ts'
import { holdsIn } from '../rights.ts'
import { countKinds } from '../tree.ts'
import { tagIdsOf } from './tagged.ts'

/**
 * The rules about the tags of a discussion: who may add which, and how many it needs. Throws 403, which comes before the
 * 422 for their numbers.
 */
export function checkTags(write: Write<DiscussionRow>, context: Context): readonly Problem[] {
  return write.isNew ? checkNew(write, context) : checkChange(write, context)
}

function checkNew({ targets }: Write<DiscussionRow>, context: Context): readonly Problem[] {
  const { actor } = context
  const tags = tagsAmong(targets) ?? []
  requireInAll('startDiscussion', tags, context)
  if (tags.length === 0 && !actor.hasPermission('startDiscussion')) throw permissionDenied()
  return actor.can('bypassTagCounts') ? [] : countProblems(tags, [], context)
}

function checkChange({ row, input, targets }: Write<DiscussionRow>, context: Context): readonly Problem[] {
  const { actor } = context
  const { data } = (input.relationships.tags ?? {}) as { data?: unknown }
  if ((data ?? null) !== null && !actor.can('tag', 'discussions', row)) throw permissionDenied()
  const tags = tagsAmong(targets)
  if (!tags) return []
  const stored = tagIdsOf(row)
  const added = tags.filter(({ id }) => !stored.includes(id))
  requireInAll('addToDiscussion', added, context)
  return actor.can('bypassTagCounts', 'discussions', row) ? [] : countProblems(tags, stored, context)
}

/** The tags that were sent; undefined if they are the stored ones. */
function tagsAmong({ tags }: Write['targets']): readonly TagRow[] | undefined {
  return tags as readonly TagRow[] | undefined
}

/** Throws 403 unless the actor has the ability on all of these tags. */
function requireInAll(ability: string, tags: readonly TagRow[], { actor }: Context): void {
  if (!tags.every((tag) => actor.can(ability, 'tags', tag))) throw permissionDenied()
}

/** @param stored ids of the tags that the discussion has. */
function countProblems(tags: readonly TagRow[], stored: readonly number[], context: Context): Problem[] {
  const { settings } = context.forum
  const translate = translatorOf(context)
  const counts = countKinds(tags)
  return (['primary', 'secondary'] as const).flatMap((kind) => {
    const required = Number(settings.get(`flarum-tags.min_${kind}_tags`))
    const max = Number(settings.get(`flarum-tags.max_${kind}_tags`))
    const min =
      kind === 'secondary' && counts[kind] < required ? atMostChoosable(required, stored, context) : required
    if (counts[kind] >= min && counts[kind] <= max) return []
    const [exactKey, rangeKey] = messages[kind]
    const detail = min === max ? translate(exactKey, { count: min }) : translate(rangeKey, { min, max })
    return [{ detail, pointer: '/data/relationships/tags' }]
  })
}

/** A number of secondary tags, or that of those that the actor may choose: others cannot be asked for. */
function atMostChoosable(required: number, stored: readonly number[], { actor }: Context): number {
  let choosable = 0
  for (const tag of actor.rules.tables.get('tags').unpositioned) {
    if (choosable === required) break
    if (stored.includes(tag.id) || holdsIn(actor, tag, 'startDiscussion')) choosable += 1
  }
  return choosable
}

const messages = {
  primary: ['tags.api.primary_count_message', 'tags.api.primary_range_message'],
  secondary: ['tags.api.secondary_count_message', 'tags.api.secondary_range_message'],
} as const
