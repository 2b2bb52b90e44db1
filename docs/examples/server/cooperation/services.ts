import { defineExtension, defineService, type WriteContext } from '@parley/server'

/** In `contract/server.ts`, which other extensions import: what they may ask for. */
interface Bells {
  ring(context: WriteContext, times: number): void
}

export const bells = defineService<Bells>('bells')

/** Another extension calls `bells.of(context).ring(context, 3)`. */
export default defineExtension({
  services: [bells.provide({ ring: ({ forum }, times) => forum.log.info({ times }, 'The bell rings') })],
})
