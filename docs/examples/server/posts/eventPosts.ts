import { defineExtension } from '@parley/server'

declare module '@parley/shared' {
  interface EventPosts {
    discussionFeatured: { featured: boolean }
  }
}

/** A line between the posts: 'Mira featured this discussion'. Taken back at once, it vanishes. */
export default defineExtension({
  eventPosts: { discussionFeatured: { cancels: 'featured' } },
})
