import { defineClientExtension } from '@parley/client'

export type * from './shared.ts'

export default defineClientExtension({
  screenSlots: { discussion: () => import('./client/post-items.tsx') },
})
