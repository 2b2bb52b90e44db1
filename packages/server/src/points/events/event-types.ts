import type { Row } from '../resources/resource-rows.ts'

/**
 * The events, by name (past tense), with their data. Features and extensions add theirs:
 * `declare module '…' { interface Events { 'post.created': { post: PostRow } } }`.
 */
export interface Events {
  'forum.installed': { title: string }
  /** Some attributes of a row were written through the API. `change` has the row before and after an update of columns. */
  'resource.changed': { type: string; id: number; change?: { before: Row; after: Row } }
}

export type EventName = keyof Events & string
