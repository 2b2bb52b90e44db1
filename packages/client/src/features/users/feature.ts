import { defineClientExtension } from '../../points/extension.ts'
import type { Route } from '../../points/routes.ts'
import { Overlays } from '../frame/slots.ts'
import { LinkCards } from '../link-cards/LinkCards.tsx'
import { linkedSlug } from './card/linked-slug.ts'
import { userDiscussionsRequest, userPostsRequest, userRequest } from './requests.ts'

const postsTab: Route['requests'] = (location, app) => [
  userRequest(location, app),
  userPostsRequest(location, app),
]

/** The pages of users, and cards beside links: those of users are the core's. */
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
  linkCards: {
    users: {
      appliesTo: (link, app) => linkedSlug(link, app) !== undefined,
      load: async ({ slots, reportFailure }) => {
        const [card] = await Promise.all([
          import('./card/HoverCard.tsx'),
          slots.loadFor('user', reportFailure),
        ])
        return card
      },
    },
  },
  slots: [Overlays.add('linkCards', LinkCards)],
  screenSlots: {
    user: () => import('./user-items.ts'),
    discussion: () => import('./post-items.tsx'),
  },
})
