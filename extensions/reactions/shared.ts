import type {} from '@parley/shared'
import type { ConversionKind } from './contract/shared.ts'

/** A type of reactions, as the API names its attributes. */
export interface Reaction {
  /** The name of an emoji (`thumbsup`), or of an icon. */
  identifier: string
  /** What readers are told it means; null for its identifier. */
  display: string | null
  type: ReactionKind
  /** Whether it can be chosen. Those that were chosen before count all the same. */
  enabled: boolean
  /** Its place in the order that administrators choose, from 0. */
  position: number
  /** The emoji that its identifier names; null for an icon, and if there is none of that name. */
  character: string | null
}

/**
 * A type of reactions in the store of a client. On the wire its `kind` is also `type`, which in the store is the type of the
 * record.
 */
export interface ReactionRecord extends Omit<Reaction, 'type'> {
  kind: ReactionKind
}

/** How a type of reactions is drawn. */
export type ReactionKind = 'emoji' | 'icon'

export const reactionKinds = ['icon', 'emoji'] as const satisfies readonly ReactionKind[]

/** How many types a forum may have: each post counts all of them. */
export const mostReactions = 100

/** The pictures of emoji that are not drawn: readers see their own fonts, or the pictures of Emoji, until the setting is another. */
export const defaultPictures = 'https://cdnjs.cloudflare.com/ajax/libs/twemoji/14.0.2/72x72/[codepoint].png'

/** The longest identifier and display, in characters. */
export const longestText = 255

/** What of a post's reaction others than the reactor see. */
export interface PostReaction {
  /** Null for the reaction of a guest. */
  userId: number | null
  postId: number
  /** The type. */
  reactionId: number
}

/** What a notification says of a reaction: the JSON of this is its content. */
export interface NotifiedReaction extends Omit<Reaction, 'position' | 'character'> {
  id: number
}

declare module '@parley/shared' {
  interface Resources {
    reactions: ReactionRecord
    post_reactions: PostReaction
  }

  interface Forum {
    /** Whether guests react. */
    fofReactionsAllowAnonymous?: boolean
    /** The address of an emoji's picture, with `[codepoint]` in place of its code points. */
    fofReactionsCdnUrl?: string
    /** The identifiers of the types that are turned into an upvote, a downvote and a like; null where none is chosen. */
    ReactionConverts?: (string | null)[]
    /** Of administrators: what extensions offer to turn reactions into. */
    reactionConversions?: ConversionKind[]
  }

  interface Discussion {
    /** Whether the viewer sees who reacted to its posts. */
    canSeeReactions?: boolean
  }

  interface Post {
    canReact?: boolean
    canDeletePostReactions?: boolean
    /** How many chose each type, by its id: all types are there. */
    reactionCounts?: Record<string, number>
    /** The id of the type that the viewer chose; null for none. */
    userReactionIdentifier?: number | null
  }

  interface PageBoot {
    /** As the forum's `fofReactionsCdnUrl`. */
    'fof-reactions.cdnUrl'?: string
  }

  interface Notifications {
    /** Someone reacted to the recipient's post: the JSON of a `NotifiedReaction`. */
    postReacted: string
  }
}
