import { sql } from 'kysely'
import { forgetsIn, rowsOf } from '../../engine/deletion/belongings.ts'
import { deleteRow } from '../../engine/deletion/delete-row.ts'
import { lockRows } from '../../engine/jsonapi/rows.ts'
import { permissionDenied } from '../../infrastructure/errors.ts'
import type { WriteContext } from '../../points/context/context.ts'
import type { Deletion, DeletionStep } from '../../points/resources/deletions.ts'
import { dropAvatar } from '../avatars/avatars.ts'
import '../users/events.ts'
import type { UserRow } from '../users/table.ts'
import { deleteEmailTokens, deletePasswordTokens } from './tokens.ts'

/** The account that was there first; nobody deletes it (api-core D11). */
const firstUserId = 1

/** Posts that one transaction takes the author from. */
const batchSize = 200

/**
 * Deletes an account that the caller has locked. What it wrote stays, without an author; everything else that belongs
 * to it goes (api-core 4.10, D18). Its name and its address are free at once, and nothing that proved to be it does.
 */
export async function deleteUser(user: UserRow, context: WriteContext): Promise<void> {
  if (user.id === firstUserId) throw permissionDenied()
  const { db } = context
  await deleteRow(context, 'users', user.id)
  // No name and no address is written so.
  const nobody = `deleted:${user.id}`
  await db
    .updateTable('users')
    .set({ username: nobody, email: nobody, username_folded: null, email_folded: null })
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
 * Takes the author from a batch of posts, and from the participants of each discussion where the last of them is gone.
 * Nothing by a deleted account is added meanwhile: `insertPost` sees to that.
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
  // What is there once the locks are ours: others may have deleted posts before.
  const posts = await db
    .updateTable('posts')
    .set({ user_id: null })
    .where((eb) => idIn(eb.ref('id'), ids))
    .where('user_id', '=', userId)
    .returning(['id', 'discussion_id', 'type', 'is_private'])
    .execute()
  await leaveDiscussions(context, userId, posts)
  await db
    .updateTable('discussions')
    .set({ last_posted_user_id: null })
    .where((eb) => idIn(eb.ref('id'), discussionIds))
    .where('last_posted_user_id', '=', userId)
    .where((eb) => idIn(eb.ref('last_post_id'), ids))
    .execute()
  return [0, 0]
}

async function leaveDiscussions(
  { db, forum }: WriteContext,
  userId: number,
  orphaned: readonly OrphanedPost[],
): Promise<void> {
  const left = new Set(
    orphaned
      .filter(({ type, is_private }) => type === 'comment' && !is_private)
      .map(({ discussion_id }) => discussion_id),
  )
  if (left.size === 0) return
  await db
    .updateTable('discussions')
    .set((eb) => ({ participant_count: eb('participant_count', '-', 1) }))
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), [...left]))
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

/** Where somebody is named besides as the author of a post the name goes and the row stays. */
export const deletionOfUsers: Deletion = {
  settle: { posts: orphanPosts },
  sweep: [
    forgetsIn('posts', 'edited_user_id'),
    forgetsIn('posts', 'hidden_user_id'),
    forgetsIn('discussions', 'user_id'),
    forgetsIn('discussions', 'last_posted_user_id'),
    forgetsIn('discussions', 'hidden_user_id'),
    rowsOf('discussion_user', 'user_id', { key: ['user_id', 'discussion_id'] }),
    rowsOf('access_tokens', 'user_id'),
    rowsOf('group_user', 'user_id', { key: ['user_id', 'group_id'] }),
  ],
}
