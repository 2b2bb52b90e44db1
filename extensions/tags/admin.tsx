import { defineClientExtension } from '@parley/client'
import { settingsPath } from '@parley/client/admin'
import { SelectTags } from './admin/select/SelectTags.tsx'

export type * from './shared.ts'

export default defineClientExtension({
  resources: ['tags'],
  settingFields: { 'flarum-tags.select-tags': SelectTags },
  adminPages: {
    tags: {
      path: '/tags',
      section: 'forum',
      order: 1,
      label: 'tags.admin.nav.tags_button',
      keywords: 'tags.admin.nav.tags_keywords',
      icon: 'tag',
      requests: () => ['/tags', settingsPath('tags')],
      page: () => import('./admin/tags-page.tsx'),
    },
  },
})
