import type { PostRow, WriteContext } from '@parley/server'
import { sql } from 'kysely'
import { type StoredMentions, userIdsOf } from '../stored-mentions.ts'
import { tagsIn } from '../tag-service.ts'

const kinds = { post: 'posts', user: 'users', group: 'groups' } as const

/** Stores what a post mentions, in place of what it mentioned before. Deleted targets are left out. */
export async function replacePivots(
  context: WriteContext,
  post: PostRow,
  mentions: StoredMentions,
): Promise<void> {
  const targets = { post: [...mentions.posts], user: userIdsOf(mentions), group: [...mentions.groups] }
  for (const kind of ['post', 'user', 'group'] as const) {
    await context.db.deleteFrom(`post_mentions_${kind}`).where('post_id', '=', post.id).execute()
    if (targets[kind].length > 0) await insertPivots(context, kind, post, targets[kind])
  }
  const tagIds = [...mentions.tags.values()].map(({ id }) => id)
  await tagsIn(context)?.store(context, post, [...new Set(tagIds)])
}

async function insertPivots(
  { db, forum }: WriteContext,
  kind: keyof typeof kinds,
  post: PostRow,
  ids: readonly number[],
): Promise<void> {
  const { idIn, types } = forum.database.dialect
  const table = kinds[kind]
  const isLiving = kind === 'post' ? sql`` : sql`and deleted_at is null`
  await sql`insert into ${sql.table(`post_mentions_${kind}`)}
      (post_id, ${sql.id(`mentions_${kind}_id`)}, created_at, number)
    select cast(${post.id} as ${types.integer}), id, cast(${post.created_at} as ${types.timestamp}),
      cast(${post.number} as ${types.integer})
    from ${sql.table(table)} where ${idIn(sql.ref<number>('id'), ids)} ${isLiving}`.execute(db)
}
