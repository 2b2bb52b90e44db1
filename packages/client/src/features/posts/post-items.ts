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
  PostMeta.add('edited', EditedMark, { when: ({ post }) => post.editedAt !== undefined }),
  PostActions.add('reply', ReplyAction),
  PostControls.add('edit', EditControl),
  PostControls.add('ipAddress', IpAddressItem, {
    priority: -100,
    when: ({ post }) => Boolean(post.ipAddress),
  }),
  PostDestructiveControls.add('hide', HideControl, { priority: 20 }),
  PostDestructiveControls.add('restore', RestoreControl, { priority: 10 }),
  PostDestructiveControls.add('delete', DeleteControl),
]
