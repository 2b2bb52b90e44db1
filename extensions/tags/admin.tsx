import { defineClientExtension } from '@parley/client'
import { settingsPath } from '@parley/client/admin'

export type * from './shared.ts'

export default defineClientExtension({
  resources: ['tags'],
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
