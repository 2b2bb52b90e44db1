import {
  EmailField,
  GroupsField,
  PasswordField,
  UsernameField,
} from '../../features/users/edit/edit-fields.tsx'
import { EditUserFields } from '../../features/users/slots.ts'
import {
  ConfirmItem,
  DeleteItem,
  EditItem,
  LogOutItem,
  SendConfirmationItem,
  ViewAsItem,
} from './row-items.tsx'
import { UserListActions } from './slots.ts'

/** The core's items on the list of users. */
export default [
  EditUserFields.add('username', UsernameField, { priority: 100 }),
  EditUserFields.add('email', EmailField, { priority: 90 }),
  EditUserFields.add('password', PasswordField, { priority: 80 }),
  EditUserFields.add('groups', GroupsField, { priority: 70 }),
  UserListActions.add('edit', EditItem, { priority: 100 }),
  UserListActions.add('confirm', ConfirmItem, { priority: 90 }),
  UserListActions.add('sendConfirmation', SendConfirmationItem, { priority: 80 }),
  UserListActions.add('logOut', LogOutItem, { priority: 70 }),
  UserListActions.add('viewAs', ViewAsItem, { priority: 60 }),
  UserListActions.add('delete', DeleteItem),
]
