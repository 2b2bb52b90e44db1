import { defineClientExtension } from '@parley/client'

/** Every request for discussions asks for their rooms, too. The server declares `include: ['room']`. */
export default defineClientExtension({
  includes: { discussions: ['room'] },
})
