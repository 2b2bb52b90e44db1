import { defineClientExtension } from '@parley/client'

/** In `admin.tsx`: a page at /admin/rooms, with an entry in the navigation. */
export default defineClientExtension({
  adminPages: {
    rooms: {
      path: '/rooms',
      section: 'forum',
      label: 'rooms.admin.title',
      icon: 'home',
      page: () => import('./adminPages.page.tsx'),
    },
  },
})
