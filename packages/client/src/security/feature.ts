import { defineClientExtension } from '../extension.ts'
import { userRequest } from '../users/requests.ts'
import { UserTabs } from '../users/slots.ts'
import { SecurityTab } from './SecurityTab.tsx'

/** Sessions and access tokens of an account. */
export const securityFeature = defineClientExtension({
  resources: ['access-tokens'],
  routes: {
    'user.security': {
      path: '/u/:username/security',
      page: () => import('./security-page.tsx'),
      requests: (location) => [userRequest(location)],
    },
  },
  slots: [UserTabs.add('security', SecurityTab, 70)],
  screenSlots: { 'user.security': () => import('./security-items.ts') },
})
