import { defineClientExtension } from '../../points/extension.ts'
import { auditRequests } from './audit-requests.ts'

/** The audit log. */
export const auditFeature = defineClientExtension({
  resources: ['audit-entries', 'audit-actions'],
  adminPages: {
    audit: {
      path: '/audit',
      section: 'system',
      order: 20,
      label: 'core.admin.nav.audit_button',
      icon: 'shield',
      permission: 'auditLog.view',
      requests: auditRequests,
      page: () => import('./audit-page.tsx'),
    },
  },
})
