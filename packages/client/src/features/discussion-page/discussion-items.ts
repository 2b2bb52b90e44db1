import { BarControlsItem, ControlsItem, ReplyItem, ScrubberItem } from './aside-items.tsx'
import { DiscussionAsideItems, DiscussionBarItems } from './slots.ts'

/** Items beside a discussion, and in its reading bar. */
export default [
  DiscussionAsideItems.add('reply', ReplyItem, { priority: 100 }),
  DiscussionAsideItems.add('controls', ControlsItem),
  DiscussionAsideItems.add('scrubber', ScrubberItem, { priority: -100 }),
  DiscussionBarItems.add('reply', ReplyItem, { priority: 100 }),
  DiscussionBarItems.add('controls', BarControlsItem),
]
