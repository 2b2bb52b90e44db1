import { defineClientExtension } from '../../base/points/extension.ts'
import { DiscussionRenamed } from './DiscussionRenamed.tsx'

/** Posts, wherever they are shown. */
export const postsFeature = defineClientExtension({
  eventPosts: { discussionRenamed: DiscussionRenamed },
  screenSlots: { discussion: () => import('./post-items.ts') },
})
