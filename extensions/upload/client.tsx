import { defineClientExtension, userRequest } from '@parley/client'
import { sizePictures } from './client/posts/picture-sizes.ts'

export type * from './shared.ts'

export default defineClientExtension({
  composer: () => import('./client/composer/composer.ts'),
  markup: [{ load: () => import('./client/posts/syntax.ts') }],
  postHtml: sizePictures,
  renderedPosts: () => import('./client/posts/post-text.ts'),
  routes: {
    'user.uploads': {
      path: '/u/:username/uploads',
      page: () => import('./client/uploads-page/UploadsPage.tsx'),
      requests: (location, app) => [userRequest(location, app)],
    },
  },
  screenSlots: { user: () => import('./client/user-items.tsx') },
})
