import { defineClientExtension } from '../../points/extension.ts'
import { settingsPath } from '../settings/settings-document.ts'
import { extensionPath, listPath } from './documents.ts'

/** The installed extensions: their state, health and data, and the safe mode. */
export const extensionsFeature = defineClientExtension({
  resources: ['extensions'],
  adminPages: {
    extensions: {
      path: '/extensions',
      section: 'extensions',
      order: -100,
      label: 'core.admin.nav.extensions_button',
      icon: 'puzzle',
      requests: () => [listPath],
      page: () => import('./extensions-page.tsx'),
    },
    extension: {
      path: '/extensions/:id',
      section: 'extensions',
      isListed: false,
      label: 'core.admin.nav.extensions_button',
      icon: 'puzzle',
      requests: ({ params: { id = '' } }) => [extensionPath(id), listPath, settingsPath(id)],
      page: () => import('./extension-page.tsx'),
    },
  },
})
