import { type DiscussionRow, type Field, loadPlainRows } from '@parley/server'

/**
 * `customThumbnail` of a discussion: null for readers who do not see the first post. Only for one that is hidden or private it
 * takes a query to know.
 */
export const customThumbnail: Field<DiscussionRow, string | null> = {
  form: 'basic',
  json: 'string?',
  reads: ['thumbnail', 'is_thumbnail_public', 'first_post_id'],
  async load(discussions, context) {
    const asked = discussions.filter(
      ({ thumbnail, is_thumbnail_public }) => thumbnail !== null && !is_thumbnail_public,
    )
    const ids = asked.flatMap(({ first_post_id }) => first_post_id ?? [])
    const visible = await loadPlainRows(context, 'posts', ids)
    return new Map(
      discussions.map(({ id, first_post_id, thumbnail, is_thumbnail_public }) => [
        id,
        is_thumbnail_public || visible.has(first_post_id ?? 0) ? thumbnail : null,
      ]),
    )
  },
}
