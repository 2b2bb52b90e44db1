import { defineClientExtension, defineService } from '@parley/client'

/** In `contract/client.tsx`, which other extensions import. */
interface Pickers {
  /** Asks for a room. */
  pick(): Promise<string | undefined>
}

export const pickers = defineService<Pickers>('rooms')

/** Another extension calls `pickers.of(app).pick()`. */
export default defineClientExtension({
  services: [pickers.provide({ pick: async () => undefined })],
})
