import { defineClientExtension } from '@parley/client'

/** The search field suggests `is:featured`. The server declares what it means. */
export default defineClientExtension({
  gambits: { 'is:featured': { text: 'featuring.forum.search.featured_text' } },
})
