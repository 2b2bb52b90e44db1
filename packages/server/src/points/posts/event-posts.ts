import type { EventPosts } from '@parley/shared'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** A post that records an event in its discussion. The server creates it when the event happens. */
export interface EventPost<Content = unknown> {
  /**
   * Merges a new event into the newest post of the discussion, if that is of the same type and author. Returns the new
   * content, or null if the two cancel out and the post is removed.
   */
  merge?(previous: Content, next: Content): Content | null
  /** Shorthand for events that switch something on and off: the boolean member that, switched back, cancels out. */
  cancels?: string
}

/** Event posts by type; the wire types say what their contents are. */
export type EventPostTypes = { readonly [Type in keyof EventPosts]?: EventPost<EventPosts[Type]> }

/** Checks and combines the event posts of all extensions. */
export function combineEventPosts(
  declared: readonly Declared<EventPostTypes | undefined>[],
): Map<string, Owned<EventPost>> {
  const sections = declared as readonly Declared<Readonly<Record<string, EventPost>> | undefined>[]
  return mergeRecords('eventPosts', sections, (eventPost, type) => {
    if (type === 'comment') return 'is the type of ordinary posts'
    if (eventPost.merge && eventPost.cancels) return 'has both merge and cancels'
    return undefined
  })
}

/** Returns the merged content of two successive events, null if they cancel out, undefined if the type does not merge. */
export function mergeEvents(eventPost: EventPost, previous: unknown, next: unknown): unknown {
  if (eventPost.merge) return (eventPost.merge as (a: unknown, b: unknown) => unknown)(previous, next)
  const { cancels } = eventPost
  if (cancels === undefined) return undefined
  return member(previous, cancels) === member(next, cancels) ? previous : null
}

function member(content: unknown, name: string): unknown {
  return typeof content === 'object' && content !== null
    ? (content as Record<string, unknown>)[name]
    : undefined
}

declare module '../extension.ts' {
  interface Extension {
    /** Types of posts that record an event in its discussion. `addEventPost` adds one; the client's half shows it. */
    eventPosts?: EventPostTypes
  }
}

declare module '../extension-point.ts' {
  interface Points {
    eventPosts: ReadonlyMap<string, Owned<EventPost>>
  }
}

/** Event posts. */
export const eventPostsPoint = definePoint('eventPosts', {
  sections: ['eventPosts'],
  combine: ({ eventPosts }) => combineEventPosts(eventPosts),
})
