import { defineExtension } from '@parley/server'

declare module '@parley/server' {
  interface MemoryTableValues {
    roomNames: ReadonlyMap<number, string>
  }
}

/** Permissions can be granted for one room: `room5.discussion.reply`. */
export default defineExtension({
  permissionParts: {
    room: { nameOf: (id, { forum }) => forum.tables.get('roomNames').get(id) },
  },
})
