import { defineClientExtension, userRequest } from '@parley/client'
import { mentionNotifications } from './client/notifications.ts'

export type * from './shared.ts'

export default defineClientExtension({
  includes: {
    posts: ['mentionedBy', 'mentionedBy.user', 'mentionedBy.discussion'],
    notifications: ['mentioningPost', 'mentioningPost.discussion'],
  },
  notifications: mentionNotifications,
  postReference: () => import('./client/post-reference.ts'),
  routes: {
    'user.mentions': {
      path: '/u/:username/mentions',
      page: () => import('./client/mentions-page/MentionsPage.tsx'),
      requests: (location, app) => [userRequest(location, app)],
    },
  },
  linkCards: {
    posts: {
      delay: 250,
      appliesTo: (link) => link.matches('[data-id]:is(.PostMention, .MentionedBy *)'),
      load: () => import('./client/preview/PostCard.tsx'),
    },
  },
  screenSlots: {
    discussion: () => import('./client/discussion-items.ts'),
    user: () => import('./client/user-items.tsx'),
  },
  renderedPosts: () => import('./client/post-text.ts'),
  composer: () => import('./client/composer/composer.ts'),
  markup: [{ load: () => import('./client/composer/preview.ts') }],
  when: { tags: () => import('./when/tags/client.ts') },
})
