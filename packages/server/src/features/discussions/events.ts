import type { DiscussionRow } from './table.ts'

/** The events of discussions. */
export interface DiscussionEvents {
  'discussion.started': { discussion: DiscussionRow }
  'discussion.renamed': { discussion: DiscussionRow; previousTitle: string }
  'discussion.hidden': { discussion: DiscussionRow }
  'discussion.restored': { discussion: DiscussionRow }
  /** An extension's `privacy` made the discussion private or public. */
  'discussion.madePrivate': { discussion: DiscussionRow }
  'discussion.madePublic': { discussion: DiscussionRow }
  /** Emitted before the rows are removed. */
  'discussion.deleted': { discussion: DiscussionRow }
}

declare module '../../points/events/event-types.ts' {
  interface Events extends DiscussionEvents {}
}
