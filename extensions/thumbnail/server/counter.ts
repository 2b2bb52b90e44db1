import type { Context, Counter } from '@parley/server'
import { pictureOf } from './picture.ts'

type Forum = Context['forum']
type Reading = Pick<Forum['database'], 'dialect'> & { db: Context['db'] }

/** Reads the thumbnails of discussions again: of those from before the extension, and when the markup has changed. */
export function thumbnailCounter(forum: Forum): Counter {
  const name = 'discussions.thumbnail'
  return {
    name,
    table: 'discussions',
    async differences({ read, dialect }, ids) {
      const found = await outdated(forum, { db: read, dialect }, ids)
      return found.map(({ id, stored, picture }) => ({
        counter: name,
        id,
        stored: stored ?? 'nothing',
        counted: picture ?? 'nothing',
      }))
    },
    async repair(db, { dialect }, ids) {
      for (const { id, picture } of await outdated(forum, { db, dialect }, ids))
        await db.updateTable('discussions').set({ thumbnail: picture }).where('id', '=', id).execute()
    },
  }
}

/** The discussions whose stored thumbnail differs from the picture of their first post. */
async function outdated(forum: Forum, { db, dialect }: Reading, ids: readonly number[]) {
  const rows = await db
    .selectFrom('discussions')
    .leftJoin('posts', 'posts.id', 'discussions.first_post_id')
    .select(['discussions.id', 'discussions.thumbnail as stored'])
    .select(['posts.content', 'posts.content_html', 'posts.markup_version'])
    .where((eb) => dialect.idIn(eb.ref('discussions.id'), ids))
    .orderBy('discussions.id')
    .execute()
  return rows
    .map(({ id, stored, ...post }) => ({ id, stored, picture: pictureOf(post, { forum }) }))
    .filter(({ stored, picture }) => stored !== picture)
}
