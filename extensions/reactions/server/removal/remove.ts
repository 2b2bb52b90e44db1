import { type PostRow, type WriteContext, writeAuditEntry } from '@parley/server'
import { withdrawFrom } from '../notify.ts'
import { type ChosenReaction, count } from '../posts/store.ts'
import type { PostReactionRow } from '../tables.ts'

/**
 * Removes reactions to a post that the caller has locked: the rows, what is counted of them, and the notifications of its
 * author.
 */
export async function removeReactions(
  context: WriteContext,
  post: Pick<PostRow, 'id'>,
  rows: readonly PostReactionRow[],
): Promise<void> {
  const { db, forum } = context
  const ids = rows.map(({ id }) => id)
  await db
    .deleteFrom('post_reactions')
    .where('post_id', '=', post.id)
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), ids))
    .execute()
  const chosen = rows.filter((row): row is ChosenReaction => row.reaction_id !== null)
  const alike = Map.groupBy(chosen, ({ reaction_id, user_id }) => `${reaction_id} ${user_id === null}`)
  for (const [first, ...others] of alike.values()) if (first) await count(db, first, -1 - others.length)
  for (const row of rows) await withdrawFrom(context, post, row)
}

/** Records that a moderator removed reactions. */
export async function recordRemoval(context: WriteContext, post: PostRow, removed: number): Promise<void> {
  if (removed === 0) return
  await writeAuditEntry(context, 'post.reactionsRemoved', {
    target: { id: post.id, name: `${post.discussion.title} #${post.number}` },
    changes: { reactions: [removed, 0] },
  })
}
