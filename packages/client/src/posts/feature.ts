import { defineClientExtension } from '../extension.ts'
import { DeleteControl, EditControl, HideControl, ReplyAction, RestoreControl } from './controls.tsx'
import { DiscussionRenamed } from './DiscussionRenamed.tsx'
import { PostActions, PostControls, PostDestructiveControls } from './slots.ts'

/** Posts, wherever they are shown. */
export const postsFeature = defineClientExtension({
  slots: [
    PostActions.add('reply', ReplyAction),
    PostControls.add('edit', EditControl),
    PostDestructiveControls.add('hide', HideControl, 20),
    PostDestructiveControls.add('restore', RestoreControl, 10),
    PostDestructiveControls.add('delete', DeleteControl),
  ],
  eventPosts: { discussionRenamed: DiscussionRenamed },
})
