import { defineClientExtension } from '@parley/client'

/** Loaded when a visitor begins to write. */
export default defineClientExtension({
  composer: () => import('./composer.parts.ts'),
})
