import { UserCardInfo, UserCardMarks, UserTabs } from './slots.ts'
import { GroupMarks, JoinedInfo, OnlineInfo, UsernameInfo } from './UserCard.tsx'
import { DiscussionsTab, PostsTab } from './UserTab.tsx'

/** What the core shows of people, on their pages and cards. */
export default [
  UserCardMarks.add('groups', GroupMarks, 0),
  UserCardInfo.add('username', UsernameInfo, 100),
  UserCardInfo.add('online', OnlineInfo, 90),
  UserCardInfo.add('joined', JoinedInfo, 80),
  UserTabs.add('posts', PostsTab, 100),
  UserTabs.add('discussions', DiscussionsTab, 90),
]
