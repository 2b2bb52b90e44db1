import { createSlot } from '../../points/slots.tsx'
import type { FieldErrors } from '../../store/api-error.ts'
import type { StoreRecord } from '../../store/record.ts'

export interface UserProps {
  user: StoreRecord<'users'>
}

/** Beside the name on a user's card. Core: groups 0. */
export const UserCardMarks = createSlot<UserProps>('UserCardMarks')

/** The line under the name: `<li>`s. Core: username 100, online 90, joined 80. */
export const UserCardInfo = createSlot<UserProps>('UserCardInfo')

export interface UserCardProps extends UserProps {
  /** On the user's own page, where what the card shows can be edited in place; false in cards beside links. */
  isOnPage: boolean
}

/** Under the card's lines, in full width. */
export const UserCardBody = createSlot<UserCardProps>('UserCardBody')

/** The menu of a user's page, first group: actions of other users. `MenuItem`s. */
export const UserControls = createSlot<UserProps>('UserControls')

/** The menu of a user's page, second group: actions of moderators. `MenuItem`s. Core: edit 100. */
export const UserModerationControls = createSlot<UserProps>('UserModerationControls')

/** The menu of a user's page, last group. `MenuItem`s. Core: delete 0. */
export const UserDestructiveControls = createSlot<UserProps>('UserDestructiveControls')

/**
 * Controls of the form that edits a user. The values of named controls that have changed are sent as attributes of the user,
 * those of checkboxes as true or false. Core: username 100, email 90, password 80, groups 70.
 */
export const EditUserFields = createSlot<EditUserProps>('EditUserFields')

export interface EditUserProps extends UserProps {
  /** Errors of the last submission, by field. */
  errors: FieldErrors
}

/** The tabs of a user's page: `UserTab`s. Core: posts 100, discussions 90, security 70. */
export const UserTabs = createSlot<UserProps>('UserTabs')

/** Labels between discussion and time in the heading of a post on a user's page. */
export const PostsListItemMeta = createSlot<{ post: StoreRecord<'posts'> }>('PostsListItemMeta')
