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
/** Ids that one statement finds. Found anew for every batch, the rows that were changed before would be in the way. */
const foundAtOnce = 20 * batchSize

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
  const { db, forum } = context
  const discussionIds = new Set<number>()
  for await (const ids of idsNaming(context, 'posts', 'user_id', userId)) {
    // What the update changed, not what was there before it: somebody else may delete posts meanwhile.
    const posts = await db
      .updateTable('posts')
      .set({ user_id: null })
      .where((eb) => forum.database.dialect.idIn(eb.ref('id'), ids))
      .where('user_id', '=', userId)
      .returning(['discussion_id', 'type', 'is_private'])
      .execute()
    for (const { discussion_id, type, is_private } of posts) {
      if (type === 'comment' && !is_private) discussionIds.add(discussion_id)
    }
  }
  return [...discussionIds].sort((a, b) => a - b)
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

type Table = 'posts' | (typeof mentions)[number][0]
type Column = 'user_id' | (typeof mentions)[number][1]

async function forget(context: WriteContext, table: Table, column: Column, userId: number): Promise<void> {
  const { db, forum } = context
  for await (const ids of idsNaming(context, table, column, userId)) {
    const among = forum.database.dialect.idIn(sql.ref<number>('id'), ids)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${among}`.execute(db)
  }
}

/** Ids of the rows whose `column` names the user, a batch at a time; whoever takes them has to change them. */
async function* idsNaming(
  { db }: WriteContext,
  table: Table,
  column: Column,
  userId: number,
): AsyncGenerator<number[]> {
  for (;;) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
      where ${sql.ref(column)} = ${userId} limit ${sql.lit(foundAtOnce)}`.execute(db)
    for (let start = 0; start < rows.length; start += batchSize) {
      yield rows.slice(start, start + batchSize).map(({ id }) => id)
      await turn()
    }
    if (rows.length < foundAtOnce) return
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
