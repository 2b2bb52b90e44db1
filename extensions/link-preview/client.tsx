import { defineClientExtension } from '@parley/client'
import { showCards } from './client/card.ts'

export type * from './shared.ts'

export default defineClientExtension({
  postHtml: showCards,
  renderedPosts: () => import('./client/post-text.ts'),
})
