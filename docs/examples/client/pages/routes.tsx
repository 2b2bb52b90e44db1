import { defineClientExtension } from '@parley/client'

/** A page at `/words`, loaded when it is visited, with the answer of an API request. */
export default defineClientExtension({
  routes: {
    words: {
      path: '/words',
      page: () => import('./routes.page.tsx'),
      requests: () => ['/word-of-the-day'],
    },
  },
})
