import { defineClientExtension } from '@parley/client'

/** Counts featured discussions among those that are loaded: `(3) The forum` in the browser's tab. */
export default defineClientExtension({
  titleCount: ({ store }) => store.all('discussions').filter(({ isFeatured }) => isFeatured).length,
})
