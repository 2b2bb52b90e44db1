import { defineClientExtension } from '../extension.ts'
import { userDiscussionsRequest, userPostsRequest, userRequest } from './requests.ts'
import { UserCardInfo, UserCardMarks, UserTabs } from './slots.ts'
import { GroupMarks, JoinedInfo, OnlineInfo, UsernameInfo } from './UserCard.tsx'
import { DiscussionsTab, PostsTab } from './UserTab.tsx'

/** People's pages. */
export const usersFeature = defineClientExtension({
  routes: {
    user: {
      path: '/u/:username',
      page: () => import('./user-posts-page.tsx'),
      requests: (location) => [userRequest(location), userPostsRequest(location)],
    },
    // Extensions add tabs; what is none of them is the first.
    'user.tab': {
      path: '/u/:username/:tab',
      page: () => import('./user-posts-page.tsx'),
      requests: (location) => [userRequest(location), userPostsRequest(location)],
    },
    'user.discussions': {
      path: '/u/:username/discussions',
      page: () => import('./user-discussions-page.tsx'),
      requests: (location) => [userRequest(location), userDiscussionsRequest(location)],
    },
  },
  slots: [
    UserCardMarks.add('groups', GroupMarks, 0),
    UserCardInfo.add('username', UsernameInfo, 100),
    UserCardInfo.add('online', OnlineInfo, 90),
    UserCardInfo.add('joined', JoinedInfo, 80),
    UserTabs.add('posts', PostsTab, 100),
    UserTabs.add('discussions', DiscussionsTab, 90),
  ],
})
