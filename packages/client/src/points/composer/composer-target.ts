import type { Linkage } from '@parley/shared'

/** What the composer writes: a new discussion, a reply, or an edit of a post. */
export type ComposerTarget =
  | { kind: 'discussion' }
  | { kind: 'reply'; discussionId: string }
  | { kind: 'edit'; postId: string }

/** A value of a field: JSON, so that drafts can keep it. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue }

/** What is written, by the name of the field. Extensions add fields: see `ComposerField`. */
export interface ComposerFields {
  /** Title of a new discussion; empty for other targets. */
  readonly title: string
  /** Source of the post. */
  readonly content: string
  readonly [name: string]: FieldValue
}

/** What a text's request has besides the title and the source, as in JSON:API. */
export interface Additions {
  readonly attributes?: Readonly<Record<string, FieldValue>>
  readonly relationships?: Readonly<Record<string, { data: Linkage }>>
}

/** Whether two values are the same JSON. */
export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** The key of a target, under which its drafts are stored. */
export function targetKey(target: ComposerTarget): string {
  if (target.kind === 'reply') return `reply:${target.discussionId}`
  if (target.kind === 'edit') return `edit:${target.postId}`
  return 'discussion'
}

/** The target of a key; `undefined` for other texts. */
export function targetOfKey(key: string): ComposerTarget | undefined {
  const [kind, id] = key.split(':', 2)
  if (kind === 'discussion' && id === undefined) return { kind }
  if (kind === 'reply' && id) return { kind, discussionId: id }
  if (kind === 'edit' && id) return { kind, postId: id }
  return undefined
}

export function isSameTarget(one: ComposerTarget | undefined, other: ComposerTarget): boolean {
  return one !== undefined && targetKey(one) === targetKey(other)
}
