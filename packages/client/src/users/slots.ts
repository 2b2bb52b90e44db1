import { createSlot } from '../slots.tsx'
import type { StoreRecord } from '../store/record.ts'

export interface UserProps {
  user: StoreRecord<'users'>
}

/** Beside the name on somebody's card. Core: groups 0. */
export const UserCardMarks = createSlot<UserProps>('UserCardMarks')

/** The line under the name: `<li>`s. Core: username 100, online 90, joined 80. */
export const UserCardInfo = createSlot<UserProps>('UserCardInfo')

/** Under the card's lines, over its whole width. */
export const UserCardBody = createSlot<UserProps>('UserCardBody')

/** The tabs of somebody's page: `UserTab`s. Core: posts 100, discussions 90. */
export const UserTabs = createSlot<UserProps>('UserTabs')

/** Between discussion and time in the heading of a post on somebody's page: labels. */
export const PostsListItemMeta = createSlot<{ post: StoreRecord<'posts'> }>('PostsListItemMeta')
