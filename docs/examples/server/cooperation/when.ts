import { defineExtension } from '@parley/server'

/** `when/bells/server.ts` is loaded only while the extension `bells` is enabled. package.json lists it in `optional`. */
export default defineExtension({
  when: { bells: () => import('./when.bells.ts') },
})
