/**
 * What happened, by name (past tense) and what is told about it. Features and extensions add theirs:
 * `declare module '…' { interface Events { 'post.created': { post: PostRow } } }`.
 */
export interface Events {
  'forum.installed': { title: string }
  /** Attributes of a row were written through the API, whichever they are. */
  'resource.changed': { type: string; id: number }
}

export type EventName = keyof Events & string
