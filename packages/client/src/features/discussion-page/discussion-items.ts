import { BarControlsItem, ControlsItem, ReplyItem, ScrubberItem } from './aside-items.tsx'
import { DiscussionAsideItems, DiscussionBarItems } from './slots.ts'

/** Items beside a discussion, and in its reading bar. */
export default [
  DiscussionAsideItems.add('reply', ReplyItem, 100),
  DiscussionAsideItems.add('controls', ControlsItem, 0),
  DiscussionAsideItems.add('scrubber', ScrubberItem, -100),
  DiscussionBarItems.add('reply', ReplyItem, 100),
  DiscussionBarItems.add('controls', BarControlsItem, 0),
]
