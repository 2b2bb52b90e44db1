import { ComposerToolbar, defineClientExtension } from '@parley/client'
import { EmojiButton } from './client/EmojiButton.tsx'

export type * from './shared.ts'

export default defineClientExtension({
  slots: [ComposerToolbar.add('emoji', EmojiButton)],
  composer: () => import('./client/composer/composer.ts'),
  markup: [{ load: () => import('./client/composer/markup.ts') }],
  renderedPosts: () => import('./client/posts/post-text.ts'),
})
