import { defineClientExtension } from '../../points/extension.ts'
import { DiscussionRenamed } from './DiscussionRenamed.tsx'

/** The items of posts, and the core's own event post. */
export const postsFeature = defineClientExtension({
  eventPosts: { discussionRenamed: DiscussionRenamed },
  screenSlots: { discussion: () => import('./post-items.ts') },
})
