import { defineClientExtension } from '@parley/client'

/** Mentions of tags. */
export default defineClientExtension({
  composer: () => import('./composer.tsx'),
  markup: [{ load: () => import('./preview.ts') }],
})
