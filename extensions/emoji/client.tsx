import { defineClientExtension } from '@parley/client'

export type * from './shared.ts'

export default defineClientExtension({
  composer: () => import('./client/composer/composer.ts'),
  markup: [{ load: () => import('./markup/index.ts') }],
  renderedPosts: () => import('./client/posts/post-text.ts'),
})
