import { defineClientExtension } from '../extension.ts'
import { ControlsItem, ReplyItem, ScrubberItem } from './aside-items.tsx'
import { discussionPage } from './discussion-page.tsx'
import { discussionRequests } from './requests.ts'
import { DiscussionAsideItems } from './slots.ts'

/** The page of a discussion. */
export const discussionPageFeature = defineClientExtension({
  slots: [
    DiscussionAsideItems.add('reply', ReplyItem, 100),
    DiscussionAsideItems.add('controls', ControlsItem, 0),
    DiscussionAsideItems.add('scrubber', ScrubberItem, -100),
  ],
  routes: {
    discussion: { path: '/d/:id/:near?', page: discussionPage, requests: discussionRequests },
  },
})
