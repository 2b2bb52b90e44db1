import { defineExtension } from '@parley/server'
import bbcode from './markup/index.ts'

/** Posts take BBCode beside Markdown. */
export default defineExtension({
  // The word "wrote" needs no data from the database.
  markup: [{ syntax: bbcode, inAllTexts: true, resolve: { quoteWrote: async () => () => true } }],
})
