import { defineClientExtension } from '@parley/client'

/** Loaded with the first post that a visitor sees. */
export default defineClientExtension({
  renderedPosts: () => import('./renderedPosts.text.ts'),
})
