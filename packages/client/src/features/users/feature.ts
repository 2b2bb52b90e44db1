import { defineClientExtension } from '../../points/extension.ts'
import type { Route } from '../../points/routes.ts'
import { Overlays } from '../frame/slots.ts'
import { HoverCards } from './card/HoverCards.tsx'
import { userDiscussionsRequest, userPostsRequest, userRequest } from './requests.ts'

const postsTab: Route['requests'] = (location, app) => [
  userRequest(location, app),
  userPostsRequest(location, app),
]

/** The pages and hover cards of users. */
export const usersFeature = defineClientExtension({
  routes: {
    user: {
      path: '/u/:username',
      page: () => import('./page/user-posts-page.tsx'),
      requests: postsTab,
    },
    // Extensions add tabs; an unknown tab shows the first one.
    'user.tab': {
      path: '/u/:username/:tab',
      page: () => import('./page/user-posts-page.tsx'),
      requests: postsTab,
    },
    'user.discussions': {
      path: '/u/:username/discussions',
      page: () => import('./page/user-discussions-page.tsx'),
      requests: (location, app) => [userRequest(location, app), userDiscussionsRequest(location, app)],
    },
  },
  slots: [Overlays.add('hoverCards', HoverCards)],
  screenSlots: {
    user: () => import('./user-items.ts'),
    discussion: () => import('./post-items.tsx'),
  },
})
