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
  EditUserFields.add('username', UsernameField, 100),
  EditUserFields.add('email', EmailField, 90),
  EditUserFields.add('password', PasswordField, 80),
  EditUserFields.add('groups', GroupsField, 70),
  UserListActions.add('edit', EditItem, 100),
  UserListActions.add('confirm', ConfirmItem, 90),
  UserListActions.add('sendConfirmation', SendConfirmationItem, 80),
  UserListActions.add('logOut', LogOutItem, 70),
  UserListActions.add('viewAs', ViewAsItem, 60),
  UserListActions.add('delete', DeleteItem, 0),
]
