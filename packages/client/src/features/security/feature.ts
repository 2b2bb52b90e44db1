import { defineClientExtension } from '../../points/extension.ts'
import { userRequest } from '../users/requests.ts'

/** Sessions and access tokens of an account. */
export const securityFeature = defineClientExtension({
  resources: ['access-tokens'],
  routes: {
    'user.security': {
      path: '/u/:username/security',
      page: () => import('./security-page.tsx'),
      requests: (location, app) => [userRequest(location, app)],
      isPersonal: true,
    },
  },
  screenSlots: {
    user: () => import('./user-items.ts'),
    'user.security': () => import('./security-items.ts'),
  },
})
