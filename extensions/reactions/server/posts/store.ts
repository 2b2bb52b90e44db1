import { type PostRow, type Queries, timestamp, type WriteContext } from '@parley/server'
import { sql } from 'kysely'
import { offeredConversions } from '../../contract/server.ts'
import type { ConversionKind } from '../../contract/shared.ts'
import { notifyAuthor, withdrawFrom } from '../notify.ts'
import { publishNew, publishRemoved } from '../realtime.ts'
import type { PostReactionRow, ReactionRow } from '../tables.ts'
import { ensureReactor, ownReaction, reactorOf } from './reactor.ts'

/** Which settings turn a type into what. */
export const conversionSettings = {
  upvote: 'fof-reactions.convertToUpvote',
  downvote: 'fof-reactions.convertToDownvote',
  like: 'fof-reactions.convertToLike',
} as const satisfies Record<ConversionKind, string>

/** What a type is turned into; undefined if it is stored as a reaction. */
export function conversionOf(context: WriteContext, { identifier }: ReactionRow) {
  const { settings } = context.forum
  for (const [kind, conversion] of offeredConversions(context))
    if (settings.get(conversionSettings[kind]) === identifier) return conversion
  return undefined
}

/**
 * Stores what the actor chose for a post that the caller has locked. The current choice, and null, take the reaction back.
 */
export async function react(context: WriteContext, post: PostRow, chosen: ReactionRow | null): Promise<void> {
  const { db } = context
  const conversion = chosen && conversionOf(context, chosen)
  const reactor = reactorOf(context) ?? (chosen && !conversion ? ensureReactor(context) : undefined)
  const own = reactor && (await ownReaction(db, post.id, reactor))
  const before = own?.reaction_id ?? null
  if (chosen === null || chosen.id === before) {
    if (own && before !== null) await takeBack(context, post, { ...own, reaction_id: before })
    return
  }
  if (conversion) return conversion.store(context, post)
  if (!reactor) return

  const notified_as = await notifyAuthor(context, post, { chosen, former: own?.notified_as ?? null })
  const columns = { reaction_id: chosen.id, notified_as, updated_at: timestamp(context) }
  const row = own
    ? await db
        .updateTable('post_reactions')
        .set(columns)
        .where('id', '=', own.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('post_reactions')
        .values({ ...reactor, ...columns, post_id: post.id, created_at: columns.updated_at })
        .returningAll()
        .executeTakeFirstOrThrow()
  if (before !== null) await count(db, { ...row, reaction_id: before }, -1)
  await count(db, { ...row, reaction_id: chosen.id }, 1)
  publishNew(context, { ...row, reaction_id: chosen.id })
}

/** A row that has not been taken back. */
export type ChosenReaction = PostReactionRow & { reaction_id: number }

/** Takes a reaction back: its row stays, as long as no moderator removes it. */
async function takeBack(context: WriteContext, post: PostRow, own: ChosenReaction): Promise<void> {
  await context.db
    .updateTable('post_reactions')
    .set({ reaction_id: null, notified_as: null, updated_at: timestamp(context) })
    .where('id', '=', own.id)
    .execute()
  await count(context.db, own, -1)
  await withdrawFrom(context, post, own)
  publishRemoved(context, own)
}

/** Counts reactions of a type to a post that the caller has locked. */
export async function count(
  db: Queries,
  { post_id, reaction_id, user_id }: Pick<ChosenReaction, 'post_id' | 'reaction_id' | 'user_id'>,
  change: number,
): Promise<void> {
  const column = user_id === null ? 'anonymous_count' : 'count'
  if (change < 0) {
    await db
      .updateTable('post_reaction_counts')
      .set((eb) => ({ [column]: eb(column, '+', change) }))
      .where('post_id', '=', post_id)
      .where('reaction_id', '=', reaction_id)
      .execute()
    return
  }
  await db
    .insertInto('post_reaction_counts')
    .values({ post_id, reaction_id, count: 0, anonymous_count: 0, [column]: change })
    .onConflict((conflict) =>
      conflict
        .columns(['post_id', 'reaction_id'])
        .doUpdateSet({ [column]: sql<number>`${sql.ref(`post_reaction_counts.${column}`)} + ${change}` }),
    )
    .execute()
}
