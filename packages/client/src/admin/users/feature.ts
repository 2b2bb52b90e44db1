import { defineClientExtension } from '../../points/extension.ts'
import { usersRequest } from './list-request.ts'

/** The list of users, for those who look after them. */
export const usersFeature = defineClientExtension({
  adminPages: {
    users: {
      path: '/users',
      section: 'people',
      label: 'core.admin.users.title',
      icon: 'user',
      permission: 'user.administer',
      requests: (location, app) => [usersRequest(location, app.clock.state.now)],
      page: () => import('./users-page.tsx'),
    },
  },
  screenSlots: { users: () => import('./users-items.ts') },
})
