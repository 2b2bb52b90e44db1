import { defineClientExtension } from '@parley/client'

/** The first picture of a post is loaded at once, not only when it comes near. */
export default defineClientExtension({
  postHtml: (html) => html.replace(' loading="lazy"', ''),
})
