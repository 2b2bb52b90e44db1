import { createSlot } from '../../base/points/slots.tsx'
import type { FieldErrors } from '../../store/api-error.ts'
import type { StoreRecord } from '../../store/record.ts'

export interface UserProps {
  user: StoreRecord<'users'>
}

/** Beside the name on somebody's card. Core: groups 0. */
export const UserCardMarks = createSlot<UserProps>('UserCardMarks')

/** The line under the name: `<li>`s. Core: username 100, online 90, joined 80. */
export const UserCardInfo = createSlot<UserProps>('UserCardInfo')

/** Under the card's lines, over its whole width. */
export const UserCardBody = createSlot<UserProps>('UserCardBody')

/** The menu of somebody's page, first group: what people do with each other. `MenuItem`s. */
export const UserControls = createSlot<UserProps>('UserControls')

/** The menu of somebody's page, second group: what moderators do. `MenuItem`s. Core: edit 100. */
export const UserModerationControls = createSlot<UserProps>('UserModerationControls')

/** The menu of somebody's page, last group. `MenuItem`s. Core: delete 0. */
export const UserDestructiveControls = createSlot<UserProps>('UserDestructiveControls')

/**
 * Controls of the form that edits somebody. The values of named controls are sent as attributes of the account, a box
 * to tick as true or false. Core: username 100, email 90, password 80, groups 70.
 */
export const EditUserFields = createSlot<EditUserProps>('EditUserFields')

export interface EditUserProps extends UserProps {
  /** What was wrong with the last try, by field. */
  errors: FieldErrors
  /** An administrator's account, and whoever edits it is none: the credentials cannot be changed. */
  isProtected: boolean
}

/** The tabs of somebody's page: `UserTab`s. Core: posts 100, discussions 90, security 70. */
export const UserTabs = createSlot<UserProps>('UserTabs')

/** Between discussion and time in the heading of a post on somebody's page: labels. */
export const PostsListItemMeta = createSlot<{ post: StoreRecord<'posts'> }>('PostsListItemMeta')
