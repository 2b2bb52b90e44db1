import { defineClientExtension } from '@parley/client'
import { ExtensionNotices } from '@parley/client/admin'
import { PatternField } from './admin/PatternField.tsx'
import { WrongDriver } from './admin/WrongDriver.tsx'

export type * from './shared.ts'

export default defineClientExtension({
  settingFields: { 'nicknames.pattern': PatternField },
  slots: [
    ExtensionNotices.add('nicknames', WrongDriver, { when: ({ extension }) => extension === 'nicknames' }),
  ],
  screenSlots: { users: () => import('./client/edit-user-items.tsx') },
})
