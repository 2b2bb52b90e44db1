import { type App, createSlot, defineService, type StoreRecord } from '@parley/client'
import type {} from './shared.ts'

export interface FlagProps {
  flag: StoreRecord<'flags'>
}

/**
 * What a flag of another type than `user` says, as a sentence: 'Awaiting approval'. Shown in the list of flagged posts and at
 * the post, in place of 'Flagged by …'. Each item has `when: ({ flag }) => flag.kind === '…'`.
 */
export const FlagText = createSlot<FlagProps>('FlagText')

export interface FlaggedPostProps {
  post: StoreRecord<'posts'>
  /** The flags of the post, the oldest first. */
  flags: readonly StoreRecord<'flags'>[]
}

/**
 * Buttons in the notice of a flagged post, before those to hide the post and to dismiss its flags: 'Approve'. Each item has a
 * `when` that looks for its kind among `flags`.
 */
export const FlaggedPostActions = createSlot<FlaggedPostProps>('FlaggedPostActions')

/** What Flags offers to other extensions in the browser. */
export interface FlagQueue {
  /**
   * Dismisses all flags of a post without asking, and goes on to the next flagged post: for an action that deals with what
   * the post was flagged for. An alert tells of a failure.
   * @returns whether the flags are dismissed.
   */
  dismiss(app: App, post: StoreRecord<'posts'>): Promise<boolean>
}

export const flagQueue = defineService<FlagQueue>('flags.queue')
