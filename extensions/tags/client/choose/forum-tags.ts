import type { App, StoreRecord } from '@parley/client'
import type { TagLimits, TagSelectionOptions } from '../../contract/client.tsx'
import { isPrimary, type TagRecord } from '../tag-record.ts'
import { withinReach } from './choice.ts'
import { forumLimits, limitsOf } from './limits.ts'
import { openTagSelection } from './open-tag-selection.ts'
import { knownTagIds } from './tag-list.ts'

/** The forum as it is by now. */
function currentForum({ store, forum }: App): StoreRecord<'forums'> {
  return store.get('forums', forum.id) ?? forum
}

/** How many tags a discussion has. @throws RangeError if the forum's settings contradict each other. */
export function discussionLimits(app: App): TagLimits {
  const limits = limitsOf(forumLimits(currentForum(app)))
  if (knownTagIds(app) === undefined) return limits
  const tags = new Map(startableTags(app).map((tag) => [tag.id, tag]))
  return withinReach(limits, [...tags.keys()], tags)
}

/** Opens the modal for the tags of a discussion. @returns undefined if it was dismissed. */
export function chooseForDiscussion(
  app: App,
  options: Omit<TagSelectionOptions, 'limits' | 'canBypass' | 'canBeEmpty'>,
): Promise<readonly string[] | undefined> {
  const forum = currentForum(app)
  const canBypass = forum.canBypassTagCounts === true
  return openTagSelection(app, { ...options, limits: forumLimits(forum), canBypass, canBeEmpty: canBypass })
}

/**
 * The tags with which the viewer may start discussions, as far as they are known: pages have all primary tags, but only
 * some of the others, which are left out until all are loaded.
 */
export function startableTags(app: App): readonly TagRecord[] {
  const known = knownTagIds(app)
  const ids = known ?? linkedIds(currentForum(app))
  const tags = ids.flatMap((id) => app.store.get('tags', id) ?? [])
  return tags.filter((tag) => tag.canStartDiscussion && (known !== undefined || isPrimary(tag)))
}

/** The ids of a record's tags. */
export function linkedIds({
  relationships,
}: Pick<StoreRecord<'forums'>, 'relationships'>): readonly string[] {
  const { tags } = relationships
  return Array.isArray(tags) ? tags.map(({ id }) => id) : []
}

/** Reports that the limits contradict each other. The viewer reads that something went wrong. */
export function reportFaultyLimits(app: App, error: unknown): void {
  app.reportFailure('tags', error)
  app.alerts.showError(error)
}
