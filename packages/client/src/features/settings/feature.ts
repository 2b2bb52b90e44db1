import { defineClientExtension } from '../../points/extension.ts'
import { DrawerItems, SessionMenuItems } from '../frame/slots.ts'
import { DrawerSettings, SettingsItem } from './SettingsLinks.tsx'

/** The settings page of the session user. */
export const settingsFeature = defineClientExtension({
  routes: {
    settings: {
      path: '/settings',
      page: () => import('./settings-page.tsx'),
      isForMembers: true,
      isPersonal: true,
    },
  },
  slots: [
    SessionMenuItems.add('settings', SettingsItem, { priority: 50 }),
    DrawerItems.add('settings', DrawerSettings, { priority: -75 }),
  ],
  screenSlots: { settings: () => import('./settings-items.ts') },
})
