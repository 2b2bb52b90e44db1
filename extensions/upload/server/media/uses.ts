import type { Filter, ListIndex } from '@parley/server'

/** The posts that use each file. */
export const postsWithFile: ListIndex = {
  table: 'fof_upload_file_posts',
  key: ['file_id'],
  row: 'post_id',
}

/** `filter[uploadedFile]`: the posts that use a file, by its id. */
export const usesFile: Filter<'posts'> = {
  value: 'integer',
  where: (eb, id) =>
    eb(
      'posts.id',
      'in',
      eb
        .selectFrom('fof_upload_file_posts')
        .select('post_id')
        .where('file_id', '=', id)
        // `not in` is false for all rows if one is null.
        .where('post_id', 'is not', null),
    ),
  scan: { index: 'postsWithFile', keys: (id) => [[id]] },
}
