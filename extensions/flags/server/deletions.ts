import { type Deletions, type Purge, purgeRows } from '@parley/server'
import { markOldest } from './stored-flags.ts'

/** Removes the flags of deleted accounts. Others then stand for their posts, which are locked as for every such change. */
const purgeFlagsOfUsers: Purge = async ({ db, forum }, { ids, limit }) => {
  const { forUpdate, idIn } = forum.database.dialect
  const batch = await db
    .selectFrom('flags')
    .select(['id', 'post_id'])
    .where((eb) => idIn(eb.ref('user_id').$castTo<number>(), ids))
    .limit(limit)
    .execute()
  const postIds = [...new Set(batch.map(({ post_id }) => post_id))]
  const flagIds = batch.map(({ id }) => id)
  const posts = db
    .selectFrom('posts')
    .select('id')
    .where((eb) => idIn(eb.ref('id'), postIds))
  await posts.orderBy('id').modifyEnd(forUpdate).execute()
  await db
    .deleteFrom('flags')
    .where((eb) => idIn(eb.ref('id'), flagIds))
    .execute()
  for (const postId of postIds) await markOldest({ db }, postId)
  return batch.length
}

/** What follows from the deletion of posts and accounts. */
export const flagDeletions: Deletions = {
  posts: { sweep: [purgeRows('flags', 'post_id')] },
  users: { sweep: [purgeFlagsOfUsers] },
}
