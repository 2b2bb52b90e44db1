import { defineClientExtension } from '@parley/client'
import { ExtensionNotices, type ExtensionProps, ExtensionSections } from '@parley/client/admin'
import { AllIcons } from './admin/AllIcons.tsx'
import { FirebaseConfig } from './admin/FirebaseConfig.tsx'
import { LongNameField } from './admin/LongNameField.tsx'
import { PushKeys } from './admin/PushKeys.tsx'
import { Status } from './admin/Status.tsx'

const isOwn = { when: ({ extension }: ExtensionProps) => extension === 'pwa' }

export default defineClientExtension({
  settingFields: { 'pwa.longName': LongNameField },
  slots: [
    ExtensionNotices.add('status', Status, { ...isOwn, priority: 10 }),
    ExtensionNotices.add('pushKeys', PushKeys, isOwn),
    ExtensionSections.add('icons', AllIcons, { ...isOwn, priority: 10 }),
    ExtensionSections.add('firebase', FirebaseConfig, isOwn),
  ],
})
