import {
  type Bound,
  type Context,
  type ForumRow,
  isVisible,
  loadRows,
  prepareQuery,
  type Relation,
  rememberRows,
} from '@parley/server'
import type { TagRow } from '../contract/tables.ts'
import { holdsIn } from './rights.ts'

/** How many secondary tags the forum shows at once. */
const shownSecondary = 4

/** The tags that every page shows: all primary ones, and the secondary ones with the most discussions. */
export const tagsOfForum: Relation<ForumRow> = {
  to: 'tags',
  many: true,
  async load([forum], context) {
    if (!forum) return new Map()
    const primaryIds = context.forum.tables.get('tags').primary.map(({ id }) => id)
    const rows = await selectShown(context, { primaryIds })
    rememberRows(context, 'tags', rows)
    const placeOf = ({ id }: TagRow) => (primaryIds.includes(id) ? primaryIds.indexOf(id) : primaryIds.length)
    const inOrder = rows.toSorted((a, b) => placeOf(a) - placeOf(b) || busiestFirst(a, b))
    const tags = await loadRows(
      context,
      'tags',
      inOrder.map(({ id }) => id),
    )
    return new Map([[forum.id, [...tags.values()]]])
  },
}

/** The sorts in which the lists of tags are shown first, by slug, of tags that have one. */
export function tagSorts({ actor }: Context): Record<string, string> {
  const sorted = actor.rules.tables.get('tags').all.filter(({ default_sort }) => default_sort)
  const visible = sorted.filter((tag) => holdsIn(actor, tag, 'viewForum'))
  return Object.fromEntries(visible.map(({ slug, default_sort }) => [slug, default_sort ?? '']))
}

function busiestFirst(a: TagRow, b: TagRow): number {
  return b.discussion_count - a.discussion_count || b.id - a.id
}

/** Selects what the forum shows by one query. */
const selectShown = prepareQuery((context, { primaryIds }: Bound<{ primaryIds: number[] }>) => {
  const { db, forum } = context
  const busiest = db
    .selectFrom('tags')
    .select('tags.id')
    .where('tags.position', 'is', null)
    .where('tags.parent_id', 'is', null)
    .where(isVisible(context, 'tags'))
    .orderBy('tags.discussion_count', 'desc')
    .orderBy('tags.id', 'desc')
    .limit(shownSecondary)
  return db
    .selectFrom('tags')
    .selectAll('tags')
    .where(isVisible(context, 'tags'))
    .where((eb) =>
      eb.or([
        forum.database.dialect.idIn(eb.ref('tags.id'), primaryIds),
        eb('tags.id', 'in', eb.selectFrom(busiest.as('busiest')).select('busiest.id')),
      ]),
    )
})
