import { ControlsItem, ReplyItem, ScrubberItem } from './aside-items.tsx'
import { DiscussionAsideItems } from './slots.ts'

/** Items beside a discussion. */
export default [
  DiscussionAsideItems.add('reply', ReplyItem, 100),
  DiscussionAsideItems.add('controls', ControlsItem, 0),
  DiscussionAsideItems.add('scrubber', ScrubberItem, -100),
]
