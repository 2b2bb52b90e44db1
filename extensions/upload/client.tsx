import { defineClientExtension, userRequest } from '@parley/client'

export type * from './shared.ts'

export default defineClientExtension({
  composer: () => import('./client/composer/composer.ts'),
  routes: {
    'user.uploads': {
      path: '/u/:username/uploads',
      page: () => import('./client/uploads-page/UploadsPage.tsx'),
      requests: (location, app) => [userRequest(location, app)],
    },
  },
  screenSlots: {
    user: () => import('./client/user-items.tsx'),
  },
})
