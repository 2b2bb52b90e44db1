import { defineClientExtension } from '@parley/client'
import { postReacted } from './client/notification.ts'

export type * from './shared.ts'

export default defineClientExtension({
  resources: ['reactions', 'post_reactions'],
  notifications: { postReacted },
  screenSlots: { discussion: () => import('./client/discussion-items.ts') },
  when: { emoji: () => import('./when/emoji/client.ts') },
})
