import { defineClientExtension } from '../../points/extension.ts'
import { overviewPath } from './permissions-model.ts'

/** Permissions and groups. */
export const permissionsFeature = defineClientExtension({
  adminPages: {
    permissions: {
      path: '/permissions',
      section: 'people',
      label: 'core.admin.nav.permissions_button',
      icon: 'key',
      requests: () => [overviewPath],
      page: () => import('./permissions-page.tsx'),
    },
  },
})
