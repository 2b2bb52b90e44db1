import {
  anyOf,
  type Context,
  type DefaultCondition,
  type Filter,
  type IndexScan,
  isNot,
  type ListIndex,
  type VisibleScan,
} from '@parley/server'
import { untagged } from '../../shared.ts'
import { holdsIn, visibleTags } from '../rights.ts'
import { hasTagAmong, isUntagged } from './tagged.ts'

/** The ids of the tags with these slugs that the actor sees. */
function visibleIds(slugs: readonly string[], { actor, forum }: Context): number[] {
  const tree = forum.tables.get('tags')
  return slugs.flatMap((slug) => {
    const tag = tree.bySlug(slug)
    return tag && holdsIn(actor, tag, 'viewForum') ? [tag.id] : []
  })
}

/** The discussions of each tag, in the orders of their lists. */
export const discussionsOfTags: ListIndex = {
  table: 'discussion_tag',
  key: ['tag_id'],
  row: 'discussion_id',
  sorts: { lastPostedAt: 'last_posted_at', commentCount: 'comment_count', createdAt: 'started_at' },
}

const scan: IndexScan<[slugs: string[], context: Context]> = {
  index: 'tags',
  keys: (slugs, context) =>
    slugs.includes(untagged) ? undefined : visibleIds(slugs, context).map((id) => [id]),
}

/** `filter[tag]`: slugs of which a discussion has one, or `untagged`. */
export const tagFilter: Filter<'discussions'> = {
  value: 'texts',
  where(eb, slugs, context) {
    const { deletedIds } = context.forum.tables.get('tags')
    const found = anyOf([
      hasTagAmong(eb, visibleIds(slugs, context), context),
      slugs.includes(untagged) && isUntagged(eb, deletedIds),
    ])
    return typeof found === 'boolean' ? eb.lit(found) : found
  },
  scan,
}

/** A reader who may not see the whole forum finds the discussions of the tags that are visible. */
export const visibleDiscussions: VisibleScan = {
  index: 'tags',
  keys: ({ actor }) =>
    actor.hasPermission('viewForum') ? undefined : visibleTags(actor).map(({ id }) => [id]),
}

/** Lists without a filter leave out the discussions of hidden tags, for everyone. */
export const withoutHiddenTags: DefaultCondition<'discussions'> = (eb, { forum }, filters) => {
  if (filters.length > 0) return undefined
  const hidden = forum.tables.get('tags').all.filter(({ is_hidden }) => is_hidden)
  return isNot(
    hasTagAmong(
      eb,
      hidden.map(({ id }) => id),
      { forum },
    ),
  )
}
