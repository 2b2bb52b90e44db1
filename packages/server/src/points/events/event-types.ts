/**
 * The events, by name (past tense), with their data. Features and extensions add theirs:
 * `declare module '…' { interface Events { 'post.created': { post: PostRow } } }`.
 */
export interface Events {
  'forum.installed': { title: string }
  /** Some attributes of a row were written through the API. */
  'resource.changed': { type: string; id: number }
}

export type EventName = keyof Events & string
