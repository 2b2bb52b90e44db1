import { createSlot } from '../../points/slots.tsx'
import type { StoreRecord } from '../../store/record.ts'

export interface PostProps {
  post: StoreRecord<'posts'>
}

/** `Badge`s on the corner of a post's avatar. */
export const PostBadges = createSlot<PostProps>('PostBadges')

/** After the author's name: counts, labels. Core: online 110, groups 100. */
export const PostHeader = createSlot<PostProps>('PostHeader')

/** Before a post's time: quiet marks. Core: edited 0. */
export const PostMeta = createSlot<PostProps>('PostMeta')

/** Between the header and the text: a `<div className="Post-notice">`. */
export const PostNotices = createSlot<PostProps>('PostNotices')

/** The start of the line under the text: reactions. */
export const PostFooter = createSlot<PostProps>('PostFooter')

/** Quiet buttons at the end of the line under the text. Core: reply 0. */
export const PostActions = createSlot<PostProps>('PostActions')

/** Below that line: who refers to the post. */
export const PostEnd = createSlot<PostProps>('PostEnd')

/** A post's menu, first group: actions of readers, guests too. `MenuItem`s. Event posts have the menu, too. */
export const PostReaderControls = createSlot<PostProps>('PostReaderControls')

/** A post's menu, second group, for logged-in users. `MenuItem`s. Core: edit 0, ipAddress -100. */
export const PostControls = createSlot<PostProps>('PostControls')

/** The last group of a post's menu: hiding and deleting. `MenuItem`s. Core: hide 20, restore 10, delete 0. */
export const PostDestructiveControls = createSlot<PostProps>('PostDestructiveControls')
