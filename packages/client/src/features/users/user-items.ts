import { GroupMarks, JoinedInfo, OnlineInfo, UsernameInfo } from './card/UserCard.tsx'
import { DeleteControl, EditControl } from './controls.tsx'
import { EmailField, GroupsField, PasswordField, UsernameField } from './edit/edit-fields.tsx'
import { DiscussionsTab, PostsTab } from './page/UserTab.tsx'
import {
  EditUserFields,
  UserCardInfo,
  UserCardMarks,
  UserDestructiveControls,
  UserModerationControls,
  UserTabs,
} from './slots.ts'

/** The core's items on users' pages and cards. */
export default [
  UserCardMarks.add('groups', GroupMarks, 0),
  UserCardInfo.add('username', UsernameInfo, 100),
  UserCardInfo.add('online', OnlineInfo, 90),
  UserCardInfo.add('joined', JoinedInfo, 80),
  UserModerationControls.add('edit', EditControl, 100),
  UserDestructiveControls.add('delete', DeleteControl, 0),
  EditUserFields.add('username', UsernameField, 100),
  EditUserFields.add('email', EmailField, 90),
  EditUserFields.add('password', PasswordField, 80),
  EditUserFields.add('groups', GroupsField, 70),
  UserTabs.add('posts', PostsTab, 100),
  UserTabs.add('discussions', DiscussionsTab, 90),
]
