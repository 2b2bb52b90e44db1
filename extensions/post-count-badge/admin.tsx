import { defineClientExtension } from '@parley/client'
import { IconField } from './admin/IconField.tsx'

export default defineClientExtension({
  settingFields: { 'post-count-badge.icon': IconField },
})
