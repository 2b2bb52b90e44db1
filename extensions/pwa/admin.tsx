import { defineClientExtension } from '@parley/client'
import { ExtensionNotices, type ExtensionProps, ExtensionSections } from '@parley/client/admin'
import { AllIcons } from './admin/AllIcons.tsx'
import { LongNameField } from './admin/LongNameField.tsx'
import { Status } from './admin/Status.tsx'

const isOwn = { when: ({ extension }: ExtensionProps) => extension === 'pwa' }

export default defineClientExtension({
  settingFields: { 'pwa.longName': LongNameField },
  slots: [ExtensionNotices.add('status', Status, isOwn), ExtensionSections.add('icons', AllIcons, isOwn)],
})
