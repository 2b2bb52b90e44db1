import { type App, DrawerItems, DrawerMarks, defineClientExtension, homePath, Overlays } from '@parley/client'
import {
  AccountTab,
  AllDiscussionsTab,
  GuestsOnly,
  HomeTab,
  LogInTab,
  NotificationsTab,
} from './client/items.tsx'
import { MobileTab } from './client/MobileTab.tsx'
import { MobileTabItems } from './contract/client.tsx'

const isMember = (_: object, { userId }: App) => userId !== undefined

/** The bar has what the drawer had of it: nothing is there twice. */
export default defineClientExtension({
  slots: [
    Overlays.add('mobileTab', MobileTab),
    MobileTabItems.add('home', HomeTab, { priority: 100 }),
    MobileTabItems.add('allDiscussions', AllDiscussionsTab, {
      priority: 90,
      when: (_, { forum }) => homePath(forum.defaultRoute) !== '/all',
    }),
    MobileTabItems.add('notifications', NotificationsTab, { priority: 80, when: isMember }),
    MobileTabItems.add('account', AccountTab, { priority: 70, when: isMember }),
    MobileTabItems.add('logIn', LogInTab, { priority: 70, when: (_, app) => !isMember(_, app) }),
    DrawerMarks.remove('notifications'),
    DrawerItems.remove('notifications'),
    DrawerItems.remove('settings'),
    DrawerItems.remove('drafts'),
    DrawerItems.wrap('session', GuestsOnly),
  ],
  when: { tags: () => import('./when/tags/client.tsx') },
})
