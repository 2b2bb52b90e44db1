import { defineClientExtension } from '../../points/extension.ts'
import { DrawerItems, HeaderItems, PageAlerts, SessionMenuItems } from '../frame/slots.ts'
import { DrawerSession } from './DrawerSession.tsx'
import { HeaderSession } from './HeaderSession.tsx'
import { AdminItem, LogOutItem, ProfileItem } from './session-menu.tsx'
import { UnconfirmedEmail } from './UnconfirmedEmail.tsx'

/** The session: the account in the header, logging in and out, signing up. */
export const sessionFeature = defineClientExtension({
  slots: [
    HeaderItems.add('session', HeaderSession),
    DrawerItems.add('session', DrawerSession, { priority: -100 }),
    SessionMenuItems.add('profile', ProfileItem, { priority: 100 }),
    SessionMenuItems.add('admin', AdminItem, { priority: 40 }),
    SessionMenuItems.add('logOut', LogOutItem, { priority: -100 }),
    PageAlerts.add('unconfirmedEmail', UnconfirmedEmail),
  ],
  screenSlots: { register: () => import('./sign-up-items.tsx') },
  routes: {
    login: { path: '/login', page: () => import('./log-in-page.tsx'), isForm: true },
    register: { path: '/register', page: () => import('./sign-up-page.tsx'), isForm: true },
  },
})
