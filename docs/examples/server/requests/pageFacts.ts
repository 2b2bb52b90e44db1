import { defineExtension } from '@parley/server'

/** Search engines leave out the pages of rooms without a description. */
export default defineExtension({
  pageFacts: {
    rooms: { describe: ({ main }) => ({ isIndexed: Boolean(main.data.attributes?.description) }) },
  },
})
