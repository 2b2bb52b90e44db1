import { defineExtension } from '@parley/server'
import bbcode from './markup/index.ts'

/** Posts take BBCode beside Markdown. */
export default defineExtension({
  // There is nothing to look up for the word: it is the same in all posts.
  markup: [{ syntax: bbcode, resolve: { quoteWrote: async () => () => true } }],
})
