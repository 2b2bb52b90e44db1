import { defineClientExtension } from '@parley/client'
import { pickers } from './services.ts'

/** `g r` asks for a room and opens it. */
export default defineClientExtension({
  shortcuts: {
    rooms: {
      keys: 'g r',
      text: 'featuring.forum.shortcuts.rooms_text',
      run: async (app) => {
        const room = await pickers.of(app).pick()
        if (room !== undefined) app.router.navigate(`/rooms/${room}`)
      },
    },
  },
})
