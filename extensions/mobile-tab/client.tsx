import { DrawerItems, DrawerMarks, defineClientExtension, homePath, Overlays } from '@parley/client'
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

/** The bar has what the drawer had of it: nothing is there twice. */
export default defineClientExtension({
  slots: [
    Overlays.add('mobileTab', MobileTab),
    MobileTabItems.add('home', HomeTab, { priority: 100 }),
    MobileTabItems.add('allDiscussions', AllDiscussionsTab, {
      priority: 90,
      when: (_, { forum }) => homePath(forum.defaultRoute) !== '/all',
    }),
    MobileTabItems.add('notifications', NotificationsTab, {
      priority: 80,
      when: (_, { userId }) => userId !== undefined,
    }),
    MobileTabItems.add('account', AccountTab, {
      priority: 70,
      when: (_, { userId }) => userId !== undefined,
    }),
    MobileTabItems.add('logIn', LogInTab, { priority: 70, when: (_, { userId }) => userId === undefined }),
    DrawerMarks.remove('notifications'),
    DrawerItems.remove('notifications'),
    DrawerItems.remove('settings'),
    DrawerItems.remove('drafts'),
    DrawerItems.wrap('session', GuestsOnly),
  ],
  when: { tags: () => import('./when/tags/client.tsx') },
})
