import { enqueueJob, type Job, type NoPayload, noPayload } from '@parley/server'

declare module '@parley/server' {
  interface JobTypes {
    'thumbnail.followMarkup': NoPayload
  }
}

/** Has all thumbnails read again when other extensions, or a new version of the forum, have changed the markup. */
export const followMarkup: Job<NoPayload> = {
  schema: noPayload,
  every: '*/10 * * * *',
  async run(_payload, context) {
    const { version } = context.forum.markup
    const known = await context.db.selectFrom('thumbnail_markup').select('version').executeTakeFirst()
    if (known?.version === version) return
    await context.forum.write(context, async (writing) => {
      await writing.db.deleteFrom('thumbnail_markup').execute()
      await writing.db.insertInto('thumbnail_markup').values({ version }).execute()
      await enqueueJob(writing, 'counters.recount', { extension: 'thumbnail' }, { key: 'thumbnail' })
    })
  },
}
