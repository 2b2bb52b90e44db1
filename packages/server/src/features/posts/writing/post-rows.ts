import { sql } from 'kysely'
import { currentRow } from '../../../engine/jsonapi/rows.ts'
import { notAuthenticated } from '../../../infrastructure/errors.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import { timestamp } from '../../../points/context/context.ts'
import type { RenderedColumns } from '../rendering/rendering.ts'
import type { PostRow } from '../table.ts'

/** The values of a new post; its number is the next one of its discussion. */
export interface NewPost {
  discussionId: number
  type: string
  content: string
  /** Only for comments. */
  rendered?: RenderedColumns
  /** ISO 8601; defaults to now. */
  createdAt?: string
}

/** The binary logarithm of the numbers per block of `post_blocks`. */
export const blockShift = 8

/**
 * Inserts a post of the actor under the next number of its discussion. The caller updates the counters. The transaction
 * fails with 401 when the actor's account was deleted since the request began.
 */
export async function insertPost(context: WriteContext, post: NewPost): Promise<PostRow> {
  const { db, actor, client } = context
  const { number } = await db
    .updateTable('discussions')
    .set((eb) => ({ post_number_index: eb('post_number_index', '+', 1) }))
    .where('id', '=', post.discussionId)
    .returning('post_number_index as number')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('posts')
    .values({
      discussion_id: post.discussionId,
      number,
      created_at: post.createdAt ?? timestamp(context),
      user_id: actor.account?.id ?? null,
      type: post.type,
      content: post.content,
      ...post.rendered,
      ip_address: client?.ip ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await countInBlock(context, post.discussionId, number, 1)
  const { account } = actor
  if (account) {
    context.changeUsers([account.id], async (existingIds) => {
      if (!existingIds.has(account.id)) throw notAuthenticated()
    })
  }
  const row = await currentRow(context, 'posts', id)
  if (!row) throw new Error(`Post ${id} disappeared while it was being inserted`)
  return row
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
