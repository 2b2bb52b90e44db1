import { defineClientExtension } from '../../points/extension.ts'
import { administrate, reportPath } from './range.ts'

/** The first page of the area: problems, statistics and the state of the forum. */
export const dashboardFeature = defineClientExtension({
  adminPages: {
    dashboard: {
      path: '/',
      section: 'overview',
      label: 'core.admin.nav.dashboard_button',
      icon: 'chart',
      permission: 'statistics.view',
      requests: ({ query }, { admin }) => [
        reportPath(query),
        ...(admin?.permissions.has(administrate) ? ['/admin/dashboard'] : []),
      ],
      page: () => import('./dashboard-page.tsx'),
    },
  },
})
