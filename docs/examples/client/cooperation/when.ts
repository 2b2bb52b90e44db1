import { defineClientExtension } from '@parley/client'

/** `when/rooms/client.tsx` is loaded only while the extension `rooms` is enabled. */
export default defineClientExtension({
  when: { rooms: () => import('./when.rooms.ts') },
})
