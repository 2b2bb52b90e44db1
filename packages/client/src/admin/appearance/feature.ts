import { defineClientExtension } from '../../points/extension.ts'
import { settingsPath } from '../settings/settings-document.ts'

/** Colours, logo and icon, and what administrators write themselves. */
export const appearanceFeature = defineClientExtension({
  adminPages: {
    appearance: {
      path: '/appearance',
      section: 'forum',
      order: 10,
      label: 'core.admin.nav.appearance_button',
      keywords: 'core.admin.nav.appearance_keywords',
      icon: 'palette',
      requests: () => [settingsPath('appearance')],
      page: () => import('./appearance-page.tsx'),
    },
  },
})
