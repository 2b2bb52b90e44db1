import type { DiscussionRow } from './table.ts'

/** What is told about discussions. */
export interface DiscussionEvents {
  'discussion.started': { discussion: DiscussionRow }
  'discussion.renamed': { discussion: DiscussionRow; previousTitle: string }
  'discussion.hidden': { discussion: DiscussionRow }
  'discussion.restored': { discussion: DiscussionRow }
  /** An extension took it from the public, or gave it back (`privacy`). */
  'discussion.madePrivate': { discussion: DiscussionRow }
  'discussion.madePublic': { discussion: DiscussionRow }
  /** Told before the rows go. */
  'discussion.deleted': { discussion: DiscussionRow }
}

declare module '../../points/work/event-types.ts' {
  interface Events extends DiscussionEvents {}
}
