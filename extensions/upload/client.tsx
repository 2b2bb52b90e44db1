import { defineClientExtension } from '@parley/client'

export type * from './shared.ts'

export default defineClientExtension({
  composer: () => import('./client/composer/composer.ts'),
})
