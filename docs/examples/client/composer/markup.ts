import { defineClientExtension } from '@parley/client'

/** The same syntax as on the server, for the preview. Both import it from `markup.ts` of the extension. */
export default defineClientExtension({
  markup: [{ load: () => import('./markup.syntax.ts') }],
})
