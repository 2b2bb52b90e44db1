import { type DiscussionRow, type Field, loadPlainRows } from '@parley/server'

/** `customThumbnail` of a discussion: null for readers who do not see the first post. */
export const customThumbnail: Field<DiscussionRow, string | null> = {
  form: 'basic',
  json: 'string?',
  reads: ['thumbnail', 'first_post_id'],
  async load(discussions, context) {
    const pictured = discussions.filter(({ thumbnail }) => thumbnail !== null)
    const ids = pictured.flatMap(({ first_post_id }) => first_post_id ?? [])
    const visible = await loadPlainRows(context, 'posts', ids)
    return new Map(
      discussions.map(({ id, first_post_id, thumbnail }) => [
        id,
        visible.has(first_post_id ?? 0) ? thumbnail : null,
      ]),
    )
  },
}
