import { type Actor, allow, deny, type Policies } from '@parley/server'
import { holdsIn } from '../rights.ts'
import type { KnownTag } from '../tree.ts'

const tooFewTags = deny.because('tags.admin.why.too_few_tags')

/** Whether the actor's groups hold a permission in this many of the tags. Asks as little as it can. */
function holdsInEnough(
  actor: Actor,
  tags: readonly KnownTag[],
  permission: string,
  required: number,
): boolean {
  let held = 0
  for (const tag of tags) {
    if (held >= required) break
    if (holdsIn(actor, tag, permission)) held += 1
  }
  return held >= required
}

/**
 * Allows for the whole forum what is allowed in as many tags as a discussion needs: of primary ones, or in all where `isCapped` and
 * there are fewer. Of secondary ones a discussion needs no more than its author may choose. Where no tag is needed, an actor without
 * the permission in any tag needs that of the whole forum.
 */
function inEnoughTags(actor: Actor, permission: string, isCapped: boolean) {
  const { positioned, unpositioned } = actor.rules.tables.get('tags')
  const { settings } = actor.rules
  const isHeld = (
    tags: readonly KnownTag[],
    setting: 'flarum-tags.min_primary_tags' | 'flarum-tags.min_secondary_tags',
  ) => {
    const minimum = Number(settings.get(setting))
    return holdsInEnough(actor, tags, permission, isCapped ? Math.min(minimum, tags.length) : minimum)
  }
  if (!isHeld(positioned, 'flarum-tags.min_primary_tags')) return tooFewTags
  if (isCapped && !isHeld(unpositioned, 'flarum-tags.min_secondary_tags')) return tooFewTags
  return [positioned, unpositioned].some((tags) => holdsInEnough(actor, tags, permission, 1))
    ? allow
    : undefined
}

/** Who sees the forum and starts discussions (children count as primary here). */
export const globalPolicies: NonNullable<Policies['global']> = {
  viewForum: (actor, _row, permission) => inEnoughTags(actor, permission, true),
  startDiscussion(actor, _row, permission) {
    if (actor.hasPermission(permission) && actor.hasPermission('bypassTagCounts')) return allow
    return inEnoughTags(actor, permission, false)
  },
}
