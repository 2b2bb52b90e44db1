import { defineExtension, type Generated } from '@parley/server'

interface RoomTable {
  id: Generated<number>
  name: string
}

declare module '@parley/server' {
  interface Tables {
    rooms: RoomTable
  }
  interface MemoryTableValues {
    roomNames: ReadonlyMap<number, string>
  }
}

/** The names of all rooms: `context.forum.tables.get('roomNames')` has them without a query. */
export default defineExtension({
  memoryTables: {
    roomNames: {
      table: 'rooms',
      maximum: 200,
      shape: (rooms) => new Map(rooms.map(({ id, name }) => [id, name])),
    },
  },
})
