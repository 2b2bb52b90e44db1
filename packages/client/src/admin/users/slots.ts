import type { UserProps } from '../../features/users/slots.ts'
import { createSlot } from '../../points/slots.tsx'

export interface UserListOffer {
  /** Names of the filters that the viewer may use. */
  filters: readonly string[]
}

/** Further columns of the list of users: a `<th scope="col">` for each item of `UserListCells`, with the same key and priority. */
export const UserListHeads = createSlot<UserListOffer>('UserListHeads')

/** The cells of further columns of the list of users: `UserCell`s. */
export const UserListCells = createSlot<UserProps & UserListOffer>('UserListCells')

/**
 * Further filters of the list of users: labelled controls of a form, named as the filter that the server declares in
 * `userList`. An empty value does not filter.
 */
export const UserListFilters = createSlot<{ values: URLSearchParams } & UserListOffer>('UserListFilters')

/**
 * The menu of a user in the list. `MenuItem`s. Core: edit 100, confirm 90, sendConfirmation 80, logOut 70, viewAs 60, delete 0.
 */
export const UserListActions = createSlot<UserProps>('UserListActions')
