import { defineClientExtension } from '@parley/client'

export type * from './shared.ts'

export default defineClientExtension({
  screenSlots: {
    register: () => import('./client/sign-up-items.tsx'),
    settings: () => import('./client/settings-items.tsx'),
    user: () => import('./client/edit-user-items.tsx'),
  },
})
