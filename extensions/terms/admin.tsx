import { defineClientExtension } from '@parley/client'
import { ExtensionSections } from '@parley/client/admin'
import { Policies } from './admin/Policies.tsx'

export type * from './shared.ts'

export default defineClientExtension({
  resources: ['fof-terms-policies'],
  slots: [ExtensionSections.add('policies', Policies, { when: ({ extension }) => extension === 'terms' })],
})
