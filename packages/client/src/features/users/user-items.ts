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
  UserCardMarks.add('groups', GroupMarks),
  UserCardInfo.add('username', UsernameInfo, { priority: 100 }),
  UserCardInfo.add('online', OnlineInfo, { priority: 90 }),
  UserCardInfo.add('joined', JoinedInfo, { priority: 80 }),
  UserModerationControls.add('edit', EditControl, { priority: 100 }),
  UserDestructiveControls.add('delete', DeleteControl),
  EditUserFields.add('username', UsernameField, { priority: 100 }),
  EditUserFields.add('email', EmailField, { priority: 90 }),
  EditUserFields.add('password', PasswordField, { priority: 80 }),
  EditUserFields.add('groups', GroupsField, { priority: 70 }),
  UserTabs.add('posts', PostsTab, { priority: 100 }),
  UserTabs.add('discussions', DiscussionsTab, { priority: 90 }),
]
