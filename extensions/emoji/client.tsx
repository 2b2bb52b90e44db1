import { defineClientExtension } from '@parley/client'

export type * from './shared.ts'

export default defineClientExtension({
  markup: [{ load: () => import('./markup/index.ts') }],
  renderedPosts: () => import('./client/posts/post-text.ts'),
})
