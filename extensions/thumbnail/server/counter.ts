import type { Context, Counter } from '@parley/server'
import { type StoredThumbnail, thumbnailOf } from './picture.ts'

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
      return found.map(({ id, stored, counted }) => ({
        counter: name,
        id,
        stored: describe(stored),
        counted: describe(counted),
      }))
    },
    async repair(db, { dialect }, ids) {
      for (const { id, counted } of await outdated(forum, { db, dialect }, ids))
        await db.updateTable('discussions').set(counted).where('id', '=', id).execute()
    },
  }
}

function describe({ thumbnail, is_thumbnail_public }: StoredThumbnail): string {
  return thumbnail === null ? 'nothing' : `${thumbnail}${is_thumbnail_public ? '' : ', not public'}`
}

/** The discussions whose stored thumbnail differs from that of their first post. */
async function outdated(forum: Forum, { db, dialect }: Reading, ids: readonly number[]) {
  const rows = await db
    .selectFrom('discussions')
    .leftJoin('posts', 'posts.id', 'discussions.first_post_id')
    .select(['discussions.id', 'discussions.thumbnail', 'discussions.is_thumbnail_public'])
    .select(['posts.hidden_at', 'posts.is_private'])
    .select(['posts.content', 'posts.content_html', 'posts.markup_version'])
    .where((eb) => dialect.idIn(eb.ref('discussions.id'), ids))
    .orderBy('discussions.id')
    .execute()
  return rows
    .map(({ id, thumbnail, is_thumbnail_public, ...post }) => ({
      id,
      stored: { thumbnail, is_thumbnail_public },
      counted: thumbnailOf(post, { forum }),
    }))
    .filter(({ stored, counted }) => describe(stored) !== describe(counted))
}
