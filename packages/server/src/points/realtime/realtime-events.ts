import type { ResourceType } from '../resources/resource-rows.ts'

/**
 * The events of real time, by name: what `publish` takes, and the type of the row that readers have to see (undefined for
 * events that go to accounts). Features and extensions add theirs:
 * `declare module '…' { interface RealtimeEvents { reacted: { data: { postId: number }; subject: 'posts' } } }`.
 */
export interface RealtimeEvents extends Record<never, never> {}

/** The facts of each event of real time. */
export interface RealtimeEventFacts {
  data: object
  subject: ResourceType | undefined
}

export type RealtimeEventName = keyof RealtimeEvents & string

/** What `publish` takes for an event. */
export type RealtimeData<Name extends RealtimeEventName> = RealtimeEvents[Name] extends {
  data: infer Data extends object
}
  ? Data
  : never
