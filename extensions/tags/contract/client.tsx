import { type App, defineService, type StoreRecord } from '@parley/client'
import type {} from './shared.ts'

/** A tag in the store. */
export type TagRecord = StoreRecord<'tags'>

/** Path of a tag's discussions, below the base path. */
export function tagPath({ slug }: Pick<TagRecord, 'slug'>): string {
  return `/t/${encodeURIComponent(slug)}`
}

/** How many tags are to be chosen. Children count as secondary. What is not given is not limited. */
export interface TagLimits {
  minPrimary: number
  maxPrimary: number
  minSecondary: number
  maxSecondary: number
  minTotal: number
  maxTotal: number
}

export interface TagSelectionOptions {
  title?: string
  submitLabel?: string
  /** Ids of the tags that are chosen at first. */
  chosen?: readonly string[]
  limits?: Partial<TagLimits>
  /**
   * Lists the tags in which the viewer may start discussions, or to which they may move one; the latter may keep its tags.
   * By default all tags that they see.
   */
  ability?: 'startDiscussion' | 'addToDiscussion'
  /** Offers to bypass the limits. */
  canBypass?: boolean
  /** None may be chosen, whatever the minimums are. */
  canBeEmpty?: boolean
  /** Stores the choice. The modal shows its error, else it closes. */
  save?: (ids: readonly string[]) => Promise<unknown>
  /** Returns what to say of an error of `save`; undefined for the usual message. */
  explain?: (error: unknown) => string | undefined
}

export interface TagSelection {
  /**
   * Lets the viewer choose among all tags that they see, in a modal.
   * @returns the ids of the chosen tags; undefined if the modal was dismissed.
   * @throws RangeError if no choice could meet the limits; another error if the code cannot be loaded.
   */
  choose(app: App, options: TagSelectionOptions): Promise<readonly string[] | undefined>
}

export const tagSelection = defineService<TagSelection>('tags.selection')
