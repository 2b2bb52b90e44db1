import { defineClientExtension } from '@parley/client'

/** Rooms among the suggestions of the search field. */
export default defineClientExtension({
  searchSection: () => import('./searchSection.rooms.tsx'),
})
