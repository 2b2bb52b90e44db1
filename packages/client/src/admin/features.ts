import { Overlays, SessionMenuItems } from '../features/frame/slots.ts'
import { AreaStatusAlerts } from '../features/notices/StatusAlerts.tsx'
import { LogOutItem, ProfileItem } from '../features/session/session-menu.tsx'
import type { ClientExtension } from '../points/extension.ts'
import { appearanceFeature } from './appearance/feature.ts'
import { auditFeature } from './audit/feature.ts'
import { basicsFeature } from './basics/feature.ts'
import { dashboardFeature } from './dashboard/feature.ts'
import { extensionsFeature } from './extensions/feature.ts'
import { mailFeature } from './mail/feature.ts'
import { permissionsFeature } from './permissions/feature.ts'
import { usersFeature } from './users/feature.ts'

/** The features of the administration area, declared like extensions. */
export const adminFeatures: readonly ClientExtension[] = [
  { resources: ['forums', 'users', 'groups', 'settings', 'mail-settings', 'jobs', 'failed-jobs'] },
  {
    slots: [
      Overlays.add('notices', AreaStatusAlerts, { priority: -100 }),
      SessionMenuItems.add('profile', ProfileItem, { priority: 100 }),
      SessionMenuItems.add('logOut', LogOutItem, { priority: -100 }),
    ],
  },
  dashboardFeature,
  basicsFeature,
  appearanceFeature,
  mailFeature,
  auditFeature,
  usersFeature,
  permissionsFeature,
  extensionsFeature,
]
