import type { Context } from '@parley/server'
import { count } from './posts/store.ts'
import type { PostReactionRow } from './tables.ts'

/** A forum of a test. */
interface TestedForum {
  current: Pick<Context['forum'], 'database' | 'now'>
}

type StoredReaction = Pick<PostReactionRow, 'post_id' | 'reaction_id'> &
  Partial<Pick<PostReactionRow, 'user_id' | 'guest_id'>>

/** Stores reactions for a test, and counts them. @returns their ids. */
export function storeReactions(
  { current: { database, now } }: TestedForum,
  reactions: readonly StoredReaction[],
): Promise<number[]> {
  const at = now().toISOString()
  return database.transaction(async (db) => {
    const ids: number[] = []
    for (const { user_id = null, guest_id = null, post_id, reaction_id } of reactions) {
      const { id } = await db
        .insertInto('post_reactions')
        .values({ post_id, user_id, guest_id, reaction_id, created_at: at, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (reaction_id !== null) await count(db, { post_id, reaction_id, user_id }, 1)
      ids.push(id)
    }
    return ids
  })
}

/** A made-up identity of a guest. */
export function guestId(number: number): string {
  return String(number).padStart(40, 'g')
}

/** What a forum with the first six types counts: none but these. */
export function counts(chosen: Readonly<Record<number, number>> = {}): Record<number, number> {
  return { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, ...chosen }
}
