import type { DiscussionRow } from '../discussions/table.ts'
import type { PostRow } from './table.ts'

/** What is told about posts. Event posts are told of by the events they stand for. */
export interface PostEvents {
  'post.created': { post: PostRow }
  'post.edited': { post: PostRow; previousContent: string }
  'post.hidden': { post: PostRow }
  'post.restored': { post: PostRow }
  /** An extension took it from the public, or gave it back (`privacy`). */
  'post.madePrivate': { post: PostRow }
  'post.madePublic': { post: PostRow }
  /** `discussion` is as it was before. */
  'post.deleted': { post: PostRow; discussion: DiscussionRow }
}

declare module '../../points/work/event-types.ts' {
  interface Events extends PostEvents {}
}
