import type { Generated, MemoryTable } from '@parley/server'
import type { Selectable } from 'kysely'
import type { Reaction } from '../shared.ts'

interface ReactionTable extends Omit<Reaction, 'enabled'> {
  id: Generated<number>
  enabled: Generated<boolean>
  /** Until its rows are removed, a deleted type stays. */
  deleted_at: string | null
}

/** A type of reactions. */
export type ReactionRow = Selectable<ReactionTable>

interface PostReactionTable {
  id: Generated<number>
  post_id: number
  /** Null for a guest. */
  user_id: number | null
  /** The identity of a guest (`Context.guest`); null for a member. */
  guest_id: string | null
  /** The type; null after the reaction was taken back. */
  reaction_id: number | null
  /** The content of the notification that the author of the post has of it; null without one. */
  notified_as: string | null
  created_at: string
  updated_at: string
}

/** What a member or a guest chose for a post. */
export type PostReactionRow = Selectable<PostReactionTable> & { wire_id?: string }

interface PostReactionCountTable {
  post_id: number
  reaction_id: number
  /** How many members chose the type. */
  count: number
  /** How many guests chose it. */
  anonymous_count: number
}

declare module '@parley/server' {
  interface Tables {
    reactions: ReactionTable
    post_reactions: PostReactionTable
    post_reaction_counts: PostReactionCountTable
  }

  interface ResourceRows {
    reactions: ReactionRow
    post_reactions: PostReactionRow
  }

  interface MemoryTableValues {
    reactions: ReactionTypes
  }
}

/** The types of reactions in memory. */
export interface ReactionTypes {
  /** By ascending id. */
  all: readonly ReactionRow[]
  byId: ReadonlyMap<number, ReactionRow>
}

/** All types: every post counts them. Rows of deleted types are removed in the background, so there may be more of those. */
export const reactionsInMemory: MemoryTable<ReactionTypes> = {
  table: 'reactions',
  maximum: 10_000,
  shape(rows) {
    const all = rows.filter(({ deleted_at }) => deleted_at === null)
    return { all, byId: new Map(all.map((row) => [row.id, row])) }
  },
}
