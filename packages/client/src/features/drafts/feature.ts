import { defineClientExtension } from '../../points/extension.ts'
import { DrawerItems, SessionMenuItems } from '../frame/slots.ts'
import { DraftsItem, DrawerDrafts } from './DraftsLinks.tsx'

/** The list of texts that are not sent yet. The composer writes them: see `base/composer/drafts.ts`. */
export const draftsFeature = defineClientExtension({
  routes: {
    drafts: {
      path: '/drafts',
      page: () => import('./drafts-page.tsx'),
      isForMembers: true,
      isPersonal: true,
    },
  },
  slots: [
    SessionMenuItems.add('drafts', DraftsItem, { priority: 75 }),
    DrawerItems.add('drafts', DrawerDrafts, { priority: -60 }),
  ],
})
