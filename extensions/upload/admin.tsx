import { defineClientExtension } from '@parley/client'
import { OfEnvironment } from './admin/OfEnvironment.tsx'
import { TypesField } from './admin/TypesField.tsx'

export default defineClientExtension({
  adminPages: {
    uploads: {
      path: '/uploads',
      section: 'forum',
      order: 3,
      label: 'upload.admin.nav.shared-uploads-button',
      icon: 'media',
      requests: () => ['/upload/storage'],
      page: () => import('./admin/shared-page.tsx'),
    },
  },
  settingFields: { 'upload.types': TypesField, 'upload.environment': OfEnvironment },
})
