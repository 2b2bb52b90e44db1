import { defineClientExtension } from '@parley/client'

export type * from './shared.ts'

export default defineClientExtension({
  // Cards beside links load them, too.
  screenSlots: { user: () => import('./client/card-items.tsx') },
})
