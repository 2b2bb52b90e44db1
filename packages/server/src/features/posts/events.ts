import type { DiscussionRow } from '../discussions/table.ts'
import type { PostRow } from './table.ts'

/** The events of posts. A new event post emits none: the event that it records is emitted instead. */
export interface PostEvents {
  'post.created': { post: PostRow }
  'post.edited': { post: PostRow; previousContent: string }
  'post.hidden': { post: PostRow }
  'post.restored': { post: PostRow }
  /** An extension's `privacy` made the post private or public. */
  'post.madePrivate': { post: PostRow }
  'post.madePublic': { post: PostRow }
  /** `discussion` is the row before the deletion. */
  'post.deleted': { post: PostRow; discussion: DiscussionRow }
}

declare module '../../points/events/event-types.ts' {
  interface Events extends PostEvents {}
}
