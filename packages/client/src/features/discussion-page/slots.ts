import { createSlot } from '../../points/slots.tsx'
import type { StoreRecord } from '../../store/record.ts'
import type { DiscussionProps } from '../discussions/slots.ts'

/** Above the title of a discussion's page: labels. */
export const DiscussionHeroItems = createSlot<DiscussionProps>('DiscussionHeroItems')

/** Beside the posts on wide screens. Core: reply 100, controls 0, scrubber -100. */
export const DiscussionAsideItems = createSlot<DiscussionProps>('DiscussionAsideItems')

/** The end of the reading bar, which shows while the heading is out of sight. Core: reply 100, controls 0. */
export const DiscussionBarItems = createSlot<DiscussionProps>('DiscussionBarItems')

/** Under the heading on phones, which have neither the buttons beside the posts nor the reading bar: a follow menu. */
export const DiscussionPhoneItems = createSlot<DiscussionProps>('DiscussionPhoneItems')

/** After the last post, before the place for a reply. */
export const PostsEnd = createSlot<DiscussionProps>('PostsEnd')

/** Under the box that opens the composer for a reply: what those who may reply should know before. */
export const ReplyNotes = createSlot<DiscussionProps>('ReplyNotes')

/** Quiet, small buttons beside text that the reader has selected in a post. */
export const SelectionActions = createSlot<SelectionProps>('SelectionActions')

export interface SelectionProps {
  post: StoreRecord<'posts'>
  /** The selected text as it is shown, without blanks around it. Not empty. */
  text: string
}
