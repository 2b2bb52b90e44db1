import type { Context } from '@parley/server'

const batchSize = 500

/** Says that posts with a file look different now: guests’ pages that are kept show them anew. */
export async function refreshPosts(fileId: number, context: Context): Promise<void> {
  const { database } = context.forum
  for (let after = 0; ; ) {
    const links = await database.read
      .selectFrom('fof_upload_file_posts')
      .select('post_id')
      .where('file_id', '=', fileId)
      .where('post_id', '>', after)
      .orderBy('post_id')
      .limit(batchSize)
      .execute()
    const ids = links.flatMap(({ post_id }) => post_id ?? [])
    if (ids.length === 0) return
    await context.forum.write(context, async ({ db }) => {
      // Writing the same again evicts the pages.
      await db
        .updateTable('posts')
        .set((eb) => ({ markup_version: eb.ref('markup_version') }))
        .where((eb) => database.dialect.idIn(eb.ref('id'), ids))
        .execute()
    })
    after = ids.at(-1) ?? after
  }
}
