import { sql } from 'kysely'
import { deleteRow } from '../../../engine/deletion/delete-row.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import type { DeletionStep } from '../../../points/resources/deletions.ts'
import { changeCount } from '../../users/change-count.ts'
import type { DiscussionRow } from '../table.ts'

/** Comments that one transaction subtracts from their authors' counts. */
const batchSize = 2000

/**
 * Deletes a discussion that the caller has locked. When the request is answered, the discussion and its posts are
 * invisible and the counters of their authors are exact (D18).
 */
export async function deleteDiscussion(discussion: DiscussionRow, context: WriteContext): Promise<void> {
  await deleteRow(context, 'discussions', discussion.id)
  if (!discussion.is_private) changeCount(context, discussion.user_id, 'discussion_count', -1)
  await context.emit('discussion.deleted', { discussion })
}

interface AuthorBatch {
  user_id: number
  /** Comments in the batch. */
  read: number
  /** Comments among them that are counted: public ones. */
  counted: number
  last_id: number
}

/**
 * Subtracts a batch of a deleted discussion's comments from the counts of their authors. Walks an index in the order of
 * author and id; the comments no longer change.
 */
export const correctAuthorCounts: DeletionStep = async (context, { id, after: [afterUser, afterPost] }) => {
  const { db, forum } = context
  const { integer } = forum.database.dialect.types
  const { rows: authors } = await sql<AuthorBatch>`select user_id, count(*) as read, max(id) as last_id,
      cast(sum(case when is_private then 0 else 1 end) as ${integer}) as counted
    from (
      select user_id, id, is_private from posts
      where discussion_id = ${id} and type = 'comment' and (user_id, id) > (${afterUser}, ${afterPost})
      order by user_id, id limit ${sql.lit(batchSize)}
    ) as batch group by user_id order by user_id`.execute(db)
  const counted = authors.filter((author) => author.counted > 0)
  context.changeUsers(
    counted.map(({ user_id }) => user_id),
    () => subtractFromCounts(context, counted),
  )
  const last = authors.at(-1)
  const read = authors.reduce((sum, author) => sum + author.read, 0)
  return last && read === batchSize ? [last.user_id, last.last_id] : undefined
}

/** Runs one statement per number of comments: most authors share a small one. */
async function subtractFromCounts(
  { db, forum }: WriteContext,
  authors: readonly AuthorBatch[],
): Promise<void> {
  for (const [count, sameCount] of Map.groupBy(authors, ({ counted }) => counted)) {
    await db
      .updateTable('users')
      .set((eb) => ({ comment_count: eb('comment_count', '-', count) }))
      .where((eb) =>
        forum.database.dialect.idIn(
          eb.ref('id'),
          sameCount.map(({ user_id }) => user_id),
        ),
      )
      .execute()
  }
}
