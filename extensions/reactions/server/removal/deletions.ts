import { type Deletions, lockRow, type Purge, purgeRows } from '@parley/server'
import { removeReactions } from './remove.ts'

const countKey = ['post_id', 'reaction_id']

/**
 * Removes what was chosen of deleted types, with its notifications: of one post at a time, since a transaction that locks several
 * of them has to lock them in order.
 */
const purgeOfTypes: Purge = async (context, { ids, limit }) => {
  const { db, forum } = context
  const ofTypes = db
    .selectFrom('post_reactions')
    .where((eb) => forum.database.dialect.idIn(eb.ref('reaction_id'), ids))
  const next = await ofTypes.select('post_id').limit(1).executeTakeFirst()
  if (!next) return 0
  const post = { id: next.post_id }
  await lockRow(context, 'posts', post.id)
  const rows = await ofTypes.selectAll().where('post_id', '=', post.id).orderBy('id').limit(limit).execute()
  await removeReactions(context, post, rows)
  // Others may have removed them meanwhile: then there may be more all the same.
  return Math.max(1, rows.length)
}

/** Removes the reactions of deleted accounts, with what is counted of them. */
const purgeOfUsers: Purge = async (context, { ids, limit }) => {
  const { db, forum } = context
  const { forUpdate, idIn } = forum.database.dialect
  const batch = await db
    .selectFrom('post_reactions')
    .select(['id', 'post_id'])
    .where((eb) => idIn(eb.ref('user_id'), ids))
    .limit(limit)
    .execute()
  const postIds = [...new Set(batch.map(({ post_id }) => post_id))]
  await db
    .selectFrom('posts')
    .select('id')
    .where((eb) => idIn(eb.ref('id'), postIds))
    .orderBy('id')
    .modifyEnd(forUpdate)
    .execute()
  const rows = await db
    .selectFrom('post_reactions')
    .selectAll()
    .where((eb) =>
      idIn(
        eb.ref('id'),
        batch.map(({ id }) => id),
      ),
    )
    .execute()
  // Their notifications have lost their sender, as all of a deleted account.
  const untold = rows.map((row) => ({ ...row, notified_as: null }))
  for (const [id, ofPost] of Map.groupBy(untold, ({ post_id }) => post_id))
    await removeReactions(context, { id }, ofPost)
  return batch.length
}

/** What follows from the deletion of types, posts and accounts. */
export const reactionDeletions: Deletions = {
  reactions: { sweep: [purgeOfTypes, purgeRows('post_reaction_counts', 'reaction_id', { key: countKey })] },
  posts: {
    sweep: [
      purgeRows('post_reactions', 'post_id'),
      purgeRows('post_reaction_counts', 'post_id', { key: countKey }),
    ],
  },
  users: { sweep: [purgeOfUsers] },
}
