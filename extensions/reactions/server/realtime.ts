import type { Extension, WriteContext } from '@parley/server'
import { z } from 'zod'
import { seesReactions } from './rights.ts'
import type { PostReactionRow } from './tables.ts'

/** A reaction that was chosen or is gone. */
interface ReactionNews {
  /** The id of the reaction as the API says it; null for all of a type. */
  id: string | null
  reactionId: number
  postId: number
  /** Null for a guest, and for all of a type. */
  userId: number | null
}

declare module '@parley/server' {
  interface RealtimeEvents {
    newReaction: { data: ReactionNews; subject: 'posts' }
    removedReaction: { data: ReactionNews; subject: 'posts' }
  }
}

type Events = NonNullable<Extension['realtimeEvents']>

const positive = z.int().positive()

const ofReaction: NonNullable<Events['newReaction']> = {
  data: z.strictObject({
    id: z.string().nullable(),
    reactionId: positive,
    postId: positive,
    userId: positive.nullable(),
  }),
  subject: 'posts',
  subjectId: ({ postId }) => postId,
  topics: (_data, { discussion_id }) => [`discussion:${discussion_id}`],
  describe: ({ id, reactionId, postId }) => ({ id, reactionId, postId, userId: null }),
  details: {
    isFor: (actor, { discussion }) => seesReactions(actor, discussion),
    describe: ({ userId }) => ({ userId }),
  },
}

/** What open pages hear of reactions (api-extensions 18, 27.10): who reacted, only if their reader may know that. */
export const reactionEvents: Events = { newReaction: ofReaction, removedReaction: ofReaction }

type Row = Pick<PostReactionRow, 'id' | 'post_id' | 'user_id'> & { reaction_id: number }

export function publishNew(context: WriteContext, row: Row): void {
  context.publish('newReaction', newsOf(row))
}

export function publishRemoved(context: WriteContext, row: Row): void {
  context.publish('removedReaction', newsOf(row))
}

/** Says that a post has no reactions of a type any more. */
export function publishAllRemoved(context: WriteContext, postId: number, reactionId: number): void {
  context.publish('removedReaction', { id: null, reactionId, postId, userId: null })
}

function newsOf({ id, reaction_id, post_id, user_id }: Row): ReactionNews {
  return { id: wireId({ id, user_id }), reactionId: reaction_id, postId: post_id, userId: user_id }
}

/** The id of a reaction as the API says it: `12`, of a guest `anonymous-12`. */
export function wireId({ id, user_id }: Pick<PostReactionRow, 'id' | 'user_id'>): string {
  return user_id === null ? `anonymous-${id}` : String(id)
}
