import {
  DeleteControl,
  EditControl,
  HideControl,
  IpAddressItem,
  ReplyAction,
  RestoreControl,
} from './controls.tsx'
import { EditedMark } from './marks.tsx'
import { PostActions, PostControls, PostDestructiveControls, PostMeta } from './slots.ts'

/** The core's items on posts. */
export default [
  PostMeta.add('edited', EditedMark, 0, ({ post }) => post.editedAt !== undefined),
  PostActions.add('reply', ReplyAction),
  PostControls.add('edit', EditControl),
  PostControls.add('ipAddress', IpAddressItem, -100, ({ post }) => Boolean(post.ipAddress)),
  PostDestructiveControls.add('hide', HideControl, 20),
  PostDestructiveControls.add('restore', RestoreControl, 10),
  PostDestructiveControls.add('delete', DeleteControl),
]
