import { sql } from 'kysely'
import { deleteRow } from '../../engine/deletion/delete-row.ts'
import { clearColumn, purgeRows } from '../../engine/deletion/purge-rows.ts'
import { lockRows } from '../../engine/jsonapi/rows.ts'
import { permissionDenied } from '../../infrastructure/errors.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { Deletion, DeletionStep } from '../../points/resources/deletions.ts'
import { dropAvatar } from '../avatars/avatars.ts'
import '../users/events.ts'
import { keepAnAdministrator } from '../users/reach.ts'
import type { UserRow } from '../users/table.ts'
import { deleteEmailTokens, deletePasswordTokens } from './tokens.ts'

/** The first account, which cannot be deleted (api-core D11). */
const firstUserId = 1

/** Posts per transaction that lose their author. */
const batchSize = 200

/**
 * Deletes an account that the caller has locked. Its posts and discussions stay, without an author; its other rows
 * are deleted (api-core 4.10, D18). Its name and address are free at once, and its credentials are void.
 */
export async function deleteUser(user: UserRow, context: WriteContext): Promise<void> {
  if (user.id === firstUserId) throw permissionDenied()
  await keepAnAdministrator(context, user)
  const { db } = context
  await deleteRow(context, 'users', user.id)
  // Neither a valid username nor a valid address.
  const placeholder = `deleted:${user.id}`
  await db
    .updateTable('users')
    .set({ username: placeholder, email: placeholder, username_folded: null, email_folded: null })
    .set({ password: '', preferences: null, avatar_url: null })
    .where('id', '=', user.id)
    .execute()
  await deleteEmailTokens(db, user.id)
  await deletePasswordTokens(db, user.id)
  await db.deleteFrom('login_providers').where('user_id', '=', user.id).execute()
  await db.deleteFrom('api_keys').where('user_id', '=', user.id).execute()
  dropAvatar(context, user)
  await context.emit('user.deleted', { user })
}

interface OrphanedPost {
  id: number
  discussion_id: number
  type: string
  is_private: boolean
}

/**
 * Removes the author from a batch of posts, and from the participants of discussions where the author has no post
 * left. `insertPost` refuses new posts of a deleted account.
 */
const orphanPosts: DeletionStep = async (context, { id: userId }) => {
  const { db, forum } = context
  const { idIn } = forum.database.dialect
  const found = await db
    .selectFrom('posts')
    .select(['id', 'discussion_id'])
    .where('user_id', '=', userId)
    .limit(batchSize)
    .execute()
  if (found.length === 0) return undefined
  const discussionIds = [...new Set(found.map(({ discussion_id }) => discussion_id))]
  await lockRows(context, 'discussions', discussionIds)
  const ids = found.map((post) => post.id)
  await lockRows(context, 'posts', ids)
  // Other transactions may have deleted posts before this one got the locks.
  const posts = await db
    .updateTable('posts')
    .set({ user_id: null })
    .where((eb) => idIn(eb.ref('id'), ids))
    .where('user_id', '=', userId)
    .returning(['id', 'discussion_id', 'type', 'is_private'])
    .execute()
  await updateParticipantCounts(context, userId, posts)
  await db
    .updateTable('discussions')
    .set({ last_posted_user_id: null })
    .where((eb) => idIn(eb.ref('id'), discussionIds))
    .where('last_posted_user_id', '=', userId)
    .where((eb) => idIn(eb.ref('last_post_id'), ids))
    .execute()
  return [0, 0]
}

async function updateParticipantCounts(
  { db, forum }: WriteContext,
  userId: number,
  orphaned: readonly OrphanedPost[],
): Promise<void> {
  const discussionIds = new Set(
    orphaned
      .filter(({ type, is_private }) => type === 'comment' && !is_private)
      .map(({ discussion_id }) => discussion_id),
  )
  if (discussionIds.size === 0) return
  await db
    .updateTable('discussions')
    .set((eb) => ({ participant_count: eb('participant_count', '-', 1) }))
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), [...discussionIds]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.discussion_id', '=', 'discussions.id')
            .where('posts.user_id', '=', userId)
            .where('posts.type', '=', sql.lit('comment'))
            .where('posts.is_private', '=', false),
        ),
      ),
    )
    .execute()
}

/** Orphans posts, sets other references to the user to null, and deletes read states, tokens and memberships. */
export const deletionOfUsers: Deletion = {
  settle: { posts: orphanPosts },
  sweep: [
    clearColumn('posts', 'edited_user_id'),
    clearColumn('posts', 'hidden_user_id'),
    clearColumn('discussions', 'user_id'),
    clearColumn('discussions', 'last_posted_user_id'),
    clearColumn('discussions', 'hidden_user_id'),
    purgeRows('discussion_user', 'user_id', { key: ['user_id', 'discussion_id'] }),
    purgeRows('access_tokens', 'user_id'),
    purgeRows('group_user', 'user_id', { key: ['user_id', 'group_id'] }),
  ],
}
