import { type Context, type ForumRow, isVisible, loadRows, type Relation } from '@parley/server'

/** How many secondary tags the forum shows at once. */
const shownSecondary = 4

/** The tags that every page shows: all primary ones, and the secondary ones with the most discussions. */
export const tagsOfForum: Relation<ForumRow> = {
  to: 'tags',
  many: true,
  async load([forum], context) {
    if (!forum) return new Map()
    const primaryIds = context.forum.tables.get('tags').primary.map(({ id }) => id)
    const tags = await loadRows(context, 'tags', [...primaryIds, ...(await busiestSecondaryIds(context))])
    return new Map([[forum.id, [...tags.values()]]])
  },
}

async function busiestSecondaryIds(context: Context): Promise<number[]> {
  const rows = await context.db
    .selectFrom('tags')
    .select('tags.id')
    .where('tags.position', 'is', null)
    .where('tags.parent_id', 'is', null)
    .where(isVisible(context, 'tags'))
    .orderBy('tags.discussion_count', 'desc')
    .orderBy('tags.id', 'desc')
    .limit(shownSecondary)
    .execute()
  return rows.map(({ id }) => id)
}
