import { defineClientExtension } from '../../points/extension.ts'
import { Overlays } from '../frame/slots.ts'
import { HoverCards } from './card/HoverCards.tsx'
import { userDiscussionsRequest, userPostsRequest, userRequest } from './requests.ts'

/** The pages and hover cards of users. */
export const usersFeature = defineClientExtension({
  routes: {
    user: {
      path: '/u/:username',
      page: () => import('./page/user-posts-page.tsx'),
      requests: (location) => [userRequest(location), userPostsRequest(location)],
    },
    // Extensions add tabs; an unknown tab shows the first one.
    'user.tab': {
      path: '/u/:username/:tab',
      page: () => import('./page/user-posts-page.tsx'),
      requests: (location) => [userRequest(location), userPostsRequest(location)],
    },
    'user.discussions': {
      path: '/u/:username/discussions',
      page: () => import('./page/user-discussions-page.tsx'),
      requests: (location) => [userRequest(location), userDiscussionsRequest(location)],
    },
  },
  slots: [Overlays.add('hoverCards', HoverCards)],
  screenSlots: {
    user: () => import('./user-items.ts'),
    discussion: () => import('./post-items.tsx'),
  },
})
