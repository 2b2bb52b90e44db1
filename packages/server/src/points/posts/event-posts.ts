import type { EventPosts } from '@parley/shared'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** A post that tells of an event in its discussion. It follows from a change; nobody writes it. */
export interface EventPost<Content = unknown> {
  /**
   * What becomes of the discussion's newest post when it is of the same type, by the same author, and the event
   * happens again: its new content, or null when the two cancel out and the post goes.
   */
  merge?(previous: Content, next: Content): Content | null
  /** Shorthand for events that switch something on and off: this boolean member, switched back, cancels out. */
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

/** The content that stays when `next` follows `previous`, or null when they cancel out. */
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
    /** Types of event posts. */
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
