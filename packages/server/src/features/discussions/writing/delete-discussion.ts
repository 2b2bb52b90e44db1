import { sql } from 'kysely'
import { deleteRow } from '../../../engine/deletion/delete-row.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import type { DeletionStep } from '../../../points/resources/deletions.ts'
import { changeDiscussionCount } from '../privacy.ts'
import type { DiscussionRow } from '../table.ts'

/** Comments that one transaction takes out of their authors' counts. */
const batchSize = 2000

/**
 * Deletes a discussion that the caller has locked. Nobody finds it or its posts any more, and the counters of everybody
 * in it are exact, when the change is answered (D18).
 */
export async function deleteDiscussion(discussion: DiscussionRow, context: WriteContext): Promise<void> {
  await deleteRow(context, 'discussions', discussion.id)
  if (!discussion.is_private) changeDiscussionCount(context, discussion.user_id, -1)
  await context.emit('discussion.deleted', { discussion })
}

interface AuthorsComments {
  user_id: number
  /** Comments in the batch. */
  read: number
  /** Those that count. */
  counted: number
  last_id: number
}

/**
 * Takes a batch of the comments of a deleted discussion out of the counts of their authors: they are gone through in
 * the order of authors and ids, which an index has, and change no more.
 */
export const correctAuthorCounts: DeletionStep = async (context, { id, after: [afterUser, afterPost] }) => {
  const { db, forum } = context
  const { integer } = forum.database.dialect.types
  const { rows: authors } = await sql<AuthorsComments>`select user_id, count(*) as read, max(id) as last_id,
      cast(sum(case when is_private then 0 else 1 end) as ${integer}) as counted
    from (
      select user_id, id, is_private from posts
      where discussion_id = ${id} and type = 'comment' and (user_id, id) > (${afterUser}, ${afterPost})
      order by user_id, id limit ${sql.lit(batchSize)}
    ) as batch group by user_id order by user_id`.execute(db)
  const counted = authors.filter((author) => author.counted > 0)
  context.changeUsers(
    counted.map(({ user_id }) => user_id),
    () => takeFromCounts(context, counted),
  )
  const last = authors.at(-1)
  const read = authors.reduce((sum, author) => sum + author.read, 0)
  return last && read === batchSize ? [last.user_id, last.last_id] : undefined
}

/** One statement for all who have the same number of comments: most have few. */
async function takeFromCounts(
  { db, forum }: WriteContext,
  authors: readonly AuthorsComments[],
): Promise<void> {
  for (const [count, ofThese] of Map.groupBy(authors, ({ counted }) => counted)) {
    await db
      .updateTable('users')
      .set((eb) => ({ comment_count: eb('comment_count', '-', count) }))
      .where((eb) =>
        forum.database.dialect.idIn(
          eb.ref('id'),
          ofThese.map(({ user_id }) => user_id),
        ),
      )
      .execute()
  }
}
