import { defineExtension } from '@parley/server'

/** Tells of a new post whether it is the first of its discussion. */
export default defineExtension({
  realtimeFacts: { newPost: (_data, post) => ({ isFirst: post.number === 1 }) },
})
