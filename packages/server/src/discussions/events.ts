import type { DiscussionRow } from './table.ts'

/** What is told about discussions. */
export interface DiscussionEvents {
  'discussion.started': { discussion: DiscussionRow }
  'discussion.renamed': { discussion: DiscussionRow; previousTitle: string }
  'discussion.hidden': { discussion: DiscussionRow }
  'discussion.restored': { discussion: DiscussionRow }
  /** Told before the rows go. */
  'discussion.deleted': { discussion: DiscussionRow }
}

declare module '../points/events.ts' {
  interface Events extends DiscussionEvents {}
}
