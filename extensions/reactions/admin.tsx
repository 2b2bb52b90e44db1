import { defineClientExtension } from '@parley/client'
import { ExtensionSections } from '@parley/client/admin'
import { Types } from './admin/Types.tsx'

export type * from './shared.ts'

export default defineClientExtension({
  resources: ['reactions'],
  slots: [ExtensionSections.add('types', Types, { when: ({ extension }) => extension === 'reactions' })],
  when: { emoji: () => import('./when/emoji/client.ts') },
})
