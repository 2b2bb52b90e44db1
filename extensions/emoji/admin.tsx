import { defineClientExtension } from '@parley/client'
import { ExtensionSections } from '@parley/client/admin'
import { CategoriesField } from './admin/CategoriesField.tsx'
import { CustomEmoji } from './admin/custom/CustomEmoji.tsx'

export default defineClientExtension({
  settingFields: { 'emoji.categories': CategoriesField },
  slots: [
    ExtensionSections.add('custom-emoji', CustomEmoji, { when: ({ extension }) => extension === 'emoji' }),
  ],
})
