import { DeleteControl, EditControl, HideControl, ReplyAction, RestoreControl } from './controls.tsx'
import { EditedMark, IpAddress } from './marks.tsx'
import { PostActions, PostControls, PostDestructiveControls, PostMeta } from './slots.ts'

/** The core's items on posts. */
export default [
  PostMeta.add('ipAddress', IpAddress, 100, ({ post }) => Boolean(post.ipAddress)),
  PostMeta.add('edited', EditedMark, 0, ({ post }) => post.editedAt !== undefined),
  PostActions.add('reply', ReplyAction),
  PostControls.add('edit', EditControl),
  PostDestructiveControls.add('hide', HideControl, 20),
  PostDestructiveControls.add('restore', RestoreControl, 10),
  PostDestructiveControls.add('delete', DeleteControl),
]
