import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { dropAvatar } from '../avatars/avatars.ts'
import type { WriteContext } from '../context.ts'
import { permissionDenied } from '../errors.ts'
import '../users/events.ts'
import type { UserRow } from '../users/table.ts'

/** The account that was there first; nobody deletes it (api-core D11). */
const firstUserId = 1

/** Rows that one statement changes: other requests get their turn between two of them. */
const batchSize = 500

/** Where somebody is named besides as the author of a post; the name goes, the rows stay. */
const mentions = [
  ['posts', 'edited_user_id'],
  ['posts', 'hidden_user_id'],
  ['discussions', 'user_id'],
  ['discussions', 'last_posted_user_id'],
  ['discussions', 'hidden_user_id'],
] as const

/**
 * Deletes an account. What it wrote stays, without an author; everything else that belongs to it goes, counters are
 * corrected (api-core 4.10, D18).
 */
export async function deleteUser(user: UserRow, context: WriteContext): Promise<void> {
  if (user.id === firstUserId) throw permissionDenied()
  const { db } = context
  await context.emit('user.deleted', { user })
  await leaveDiscussions(context, await orphanPosts(context, user.id))
  for (const [table, column] of mentions) await forget(context, table, column, user.id)
  await deleteReadStates(context, user.id)
  await db.deleteFrom('users').where('id', '=', user.id).execute()
  dropAvatar(context, user)
}

/** Takes the author from posts; returns the discussions that counted the author as a participant. */
async function orphanPosts(context: WriteContext, userId: number): Promise<number[]> {
  const discussionIds = new Set<number>()
  for (;;) {
    // What the update changed, not what was there before it: somebody else may delete posts meanwhile.
    const posts = await context.db
      .updateTable('posts')
      .set({ user_id: null })
      .where('id', 'in', (eb) =>
        eb.selectFrom('posts').select('posts.id').where('posts.user_id', '=', userId).limit(batchSize),
      )
      .where('user_id', '=', userId)
      .returning(['discussion_id', 'type', 'is_private'])
      .execute()
    for (const { discussion_id, type, is_private } of posts) {
      if (type === 'comment' && !is_private) discussionIds.add(discussion_id)
    }
    if (posts.length < batchSize) return [...discussionIds].sort((a, b) => a - b)
    await turn()
  }
}

async function leaveDiscussions({ db, forum }: WriteContext, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = ids.slice(start, start + batchSize)
    await db
      .updateTable('discussions')
      .set((eb) => ({ participant_count: eb('participant_count', '-', 1) }))
      .where((eb) => forum.database.dialect.idIn(eb.ref('id'), some))
      .execute()
    await turn()
  }
}

async function forget(
  { db }: WriteContext,
  table: (typeof mentions)[number][0],
  column: (typeof mentions)[number][1],
  userId: number,
): Promise<void> {
  const name = sql.ref(column)
  for (;;) {
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${name} = null where id in (
      select id from ${sql.table(table)} where ${name} = ${userId} limit ${sql.lit(batchSize)}
    )`.execute(db)
    if (Number(numAffectedRows) < batchSize) return
    await turn()
  }
}

async function deleteReadStates({ db }: WriteContext, userId: number): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('discussion_user')
      .where('user_id', '=', userId)
      .where('discussion_id', 'in', (eb) =>
        eb
          .selectFrom('discussion_user as some')
          .select('some.discussion_id')
          .where('some.user_id', '=', userId)
          .limit(batchSize),
      )
      .executeTakeFirstOrThrow()
    if (Number(numDeletedRows) < batchSize) return
    await turn()
  }
}
