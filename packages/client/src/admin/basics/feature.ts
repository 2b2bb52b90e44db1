import { defineClientExtension } from '../../points/extension.ts'
import { settingsPath } from '../settings/settings-document.ts'

/** Title, description, languages and sign-up of the forum. */
export const basicsFeature = defineClientExtension({
  adminPages: {
    basics: {
      path: '/basics',
      section: 'forum',
      label: 'core.admin.nav.basics_button',
      keywords: 'core.admin.nav.basics_keywords',
      icon: 'edit',
      requests: () => [settingsPath('basics')],
      page: () => import('./basics-page.tsx'),
    },
  },
})
