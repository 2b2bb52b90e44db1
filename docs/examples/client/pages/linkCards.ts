import { defineClientExtension } from '@parley/client'

/** Beside links to rooms: what the room is for. */
export default defineClientExtension({
  linkCards: {
    rooms: {
      appliesTo: ({ pathname }) => pathname.includes('/rooms/'),
      load: () => import('./linkCards.room.tsx'),
    },
  },
})
