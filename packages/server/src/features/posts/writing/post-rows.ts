import { type Insertable, type Selectable, sql } from 'kysely'
import { notAuthenticated } from '../../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../../../points/context/context.ts'
import { timestamp } from '../../../points/context/context.ts'
import type { PostRow, PostTable } from '../table.ts'

/** The columns of a new post; its number is the next one of its discussion. */
export type NewPost = Omit<Insertable<PostTable>, 'number'>

/** The columns of a new post that tell who wrote it, when and where. */
export function authorColumns(context: Context): Pick<PostRow, 'created_at' | 'user_id' | 'ip_address'> {
  const { actor, client } = context
  return {
    created_at: timestamp(context),
    user_id: actor.account?.id ?? null,
    ip_address: client?.ip ?? null,
  }
}

/** The binary logarithm of the numbers per block of `post_blocks`. */
export const blockShift = 8

/**
 * Inserts a post of the actor under the next number of its discussion. The caller updates the counters. The transaction
 * fails with 401 when the actor's account was deleted since the request began.
 */
export async function insertPost(context: WriteContext, post: NewPost): Promise<Selectable<PostTable>> {
  const { db, actor } = context
  const { number } = await db
    .updateTable('discussions')
    .set((eb) => ({ post_number_index: eb('post_number_index', '+', 1) }))
    .where('id', '=', post.discussion_id)
    .returning('post_number_index as number')
    .executeTakeFirstOrThrow()
  const inserted = await db
    .insertInto('posts')
    .values({ ...post, number })
    .returningAll()
    .executeTakeFirstOrThrow()
  await countInBlock(context, post.discussion_id, number, 1)
  const { account } = actor
  if (account) {
    context.changeUsers([account.id], async (existingIds) => {
      if (!existingIds.has(account.id)) throw notAuthenticated()
    })
  }
  return inserted
}

/** Deletes a post's row; its number is not reused. The caller updates the counters. */
export async function deletePostRow(context: WriteContext, post: PostRow): Promise<void> {
  await context.db.deleteFrom('posts').where('id', '=', post.id).execute()
  await countInBlock(context, post.discussion_id, post.number, -1)
}

async function countInBlock(
  context: WriteContext,
  discussionId: number,
  number: number,
  change: 1 | -1,
): Promise<void> {
  await context.db
    .insertInto('post_blocks')
    .values({ discussion_id: discussionId, block: number >> blockShift, count: change })
    .onConflict((conflict) =>
      conflict
        .columns(['discussion_id', 'block'])
        .doUpdateSet({ count: sql<number>`post_blocks.count + ${change}` }),
    )
    .execute()
}
