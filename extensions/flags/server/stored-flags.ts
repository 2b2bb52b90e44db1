import { type PostRow, timestamp, type WriteContext } from '@parley/server'
import type { FlagRow, FlagService } from '../contract/server.ts'
import { reported } from '../shared.ts'

/** What a flag says, and of whom: null for an extension. */
type FlagValues = Pick<FlagRow, 'type' | 'user_id' | 'reason' | 'reason_detail'>

/**
 * Stores a flag on a post that the caller has locked, in place of an earlier one of the same user, or of the same type if no
 * user flags.
 */
export async function putFlag(context: WriteContext, post: PostRow, values: FlagValues): Promise<FlagRow> {
  const { db } = context
  const { type, user_id } = values
  const columns = { ...values, created_at: timestamp(context) }
  const earlier = await db
    .selectFrom('flags')
    .select('id')
    .where('post_id', '=', post.id)
    .where('type', '=', type)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .executeTakeFirst()
  const stored = earlier
    ? db.updateTable('flags').set(columns).where('id', '=', earlier.id).returningAll()
    : db
        .insertInto('flags')
        .values({ ...columns, post_id: post.id, is_oldest: false })
        .returningAll()
  const flag = await stored.executeTakeFirstOrThrow()
  await markOldest(context, post.id)
  await context.emit('flag.created', { flag, post })
  return flag
}

/** Removes the flags of a post that the caller has locked: all, or those of one type. */
export async function removeFlags(context: WriteContext, post: PostRow, type?: string): Promise<number> {
  const flags = context.db.deleteFrom('flags').where('post_id', '=', post.id)
  const removed = await (type === undefined ? flags : flags.where('type', '=', type)).returningAll().execute()
  if (removed.some(({ is_oldest }) => is_oldest)) await markOldest(context, post.id)
  for (const flag of removed.toSorted((a, b) => a.id - b.id))
    await context.emit('flag.removed', { flag, post })
  return removed.length
}

/** Marks the oldest flag of a post, which stands for it in lists. */
export async function markOldest({ db }: Pick<WriteContext, 'db'>, postId: number): Promise<void> {
  const flags = db.selectFrom('flags').select('id').where('post_id', '=', postId)
  const oldest = await flags.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst()
  const marked = await flags.where((eb) => eb('is_oldest', '=', eb.lit(true))).executeTakeFirst()
  if (!oldest || oldest.id === marked?.id) return
  const mark = (id: number, is_oldest: boolean) =>
    db.updateTable('flags').set({ is_oldest }).where('id', '=', id).execute()
  if (marked) await mark(marked.id, false)
  await mark(oldest.id, true)
}

/** What other extensions may do. */
export const flagService: FlagService = {
  add(context, post, { type, reason = null, reasonDetail = null }) {
    if (type === reported) throw new Error(`The type '${reported}' is for reports of members`)
    return putFlag(context, post, { type, user_id: null, reason, reason_detail: reasonDetail })
  },
  remove: removeFlags,
}
